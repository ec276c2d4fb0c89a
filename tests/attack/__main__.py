"""All campaigns at full length: ``make attack``, or ``python -m tests.attack --minutes 10``."""

import argparse
import sys

from tests.attack import on_features, on_programs, on_texts
from tests.attack.campaign import run

CAMPAIGNS = [*on_texts.CAMPAIGNS, *on_features.CAMPAIGNS, *on_programs.CAMPAIGNS]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="campaigns whose names hold this")
    arguments = parser.parse_args()
    chosen = [each for each in CAMPAIGNS if arguments.only in each.name]
    seconds = 60 * arguments.minutes / max(1, len(chosen))
    outcomes = []
    for campaign in chosen:
        outcomes.append(run(campaign, seed=arguments.seed, attempts=10**9, seconds=seconds))
        last = outcomes[-1]
        sys.stdout.write(
            f"{last.campaign.name:32} {last.n_tried:>9,} inputs {last.seconds:>6.0f} s "
            f"{len(last.failures):>4} failures\n"
        )
        sys.stdout.flush()
    failures = [f"{each.campaign.name} {failure}" for each in outcomes for failure in each.failures]
    sys.stdout.write("".join(f"{failure}\n" for failure in failures[:50]))
    n_tried = sum(each.n_tried for each in outcomes)
    sys.stdout.write(f"{n_tried:,} inputs tried, {len(failures):,} failures\n")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
