"""What a fit says, in words."""

from tabiya.combine._fit import Fit
from tabiya.combine._quality import TWO_SIDED

# A ratio of variances that is called nearly equal.
NEARLY = 1.5


def describe_fit(fit: Fit) -> str:
    """Return the lines that say how good the models are and which is right for the data."""
    train, control = fit.n_games
    positions = len(fit.held_out)
    n_phases = len(fit.features.phases)
    games = f"{train:,} games of {fit.game} learnt from, {control:,} held out"
    size = f"{len(fit.features.names)} features, {n_phases} phase{'s' if n_phases > 1 else ''}"
    lines = [
        f"{games} ({positions:,} positions); {size}",
        f"{'held out':<10} {'log-loss':<26} {'Brier score':<26} {'AUC':<26} concordance",
    ]
    for name, quality in fit.quality.items():
        columns = (quality.log_loss, quality.brier, quality.auc, quality.concordance)
        lines.append(f"{name:<10} " + " ".join(f"{each!s:<26}" for each in columns).rstrip())
    lines += [describe_covariances(fit)]
    odd = [each for each in fit.normality if not each.is_normal]
    if odd:
        lines.append("not normal: " + "; ".join(each.describe() for each in odd))
    else:
        lines.append("all features are nearly normal")
    return "\n".join([*lines, *(f"note: {note}" for note in fit.notes)])


def describe_covariances(fit: Fit) -> str:
    """Return the verdict on the quadratic terms."""
    tests = [test for test in fit.covariances if test.p_value == test.p_value]
    if not tests:
        return "covariances of won and lost positions: too few positions to compare"
    different = sum(test.p_value < 0.01 for test in tests)  # noqa: PLR2004 (one in a hundred)
    ratios = sorted(test.ratio for test in tests)
    middle = ratios[len(ratios) // 2]
    words = (
        f"covariances of won and lost positions: Box's M finds them different in {different} of "
        f"{len(tests)} phases (p < 0.01); in the direction of the greatest difference variances "
        f"differ by a factor of {middle:.2f} (median of the phases)"
    )
    if fit.gain is None:
        small = middle < NEARLY
        return (
            f"{words}: {'nearly equal, the quadratic terms can be dropped' if small else 'unequal'}"
        )
    gain, error = fit.gain
    if gain > TWO_SIDED * error:
        verdict = "the quadratic terms are worth something here; whether they pay, games must say"
    elif gain < -TWO_SIDED * error:
        verdict = "the quadratic terms do harm: drop them"
    else:
        verdict = "the quadratic terms add nothing that can be seen: drop them"
    return (
        f"{words}; on held-out games the quadratic terms change the log-loss by {-gain:+.5f} ± "
        f"{TWO_SIDED * error:.5f}: {verdict}"
    )
