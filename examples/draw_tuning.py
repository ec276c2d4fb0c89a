"""Draw tau and weights over the iterations of a run, as Gomboc's Figures 4 to 6 do.

    python examples/draw_tuning.py demo/run.db docs/images/demo.png

The store is what ``tabiya tune`` or ``tabiya demo`` leaves behind. Tau is on the left axis; weights
are on the right one, which is logarithmic, negative ones by their size and dashed.
"""

import sys

import numpy as np
from matplotlib import colormaps
from matplotlib.figure import Figure
from sqlalchemy import select

from tabiya.runs import HISTORY
from tabiya.store import open_database


def main() -> None:
    """Read the run and draw it."""
    store, picture = sys.argv[1:]
    with open_database(store) as database, database.step() as step:
        rows = [row.outcome for row in step.execute(select(HISTORY).order_by("iteration"))]
    names, base = rows[0]["names"], np.array([row["base"] for row in rows])
    figure = Figure(figsize=(10, 5), layout="constrained")
    left = figure.subplots()
    left.plot([row["train"] for row in rows], color="black", lw=3, label="tau")
    left.plot([row["control"] for row in rows], color="black", lw=1, ls=":", label="tau, control")
    left.set(xlabel="iteration", ylabel="tau")
    right = left.twinx()
    right.set(yscale="log", ylabel="weight")
    order = np.argsort(-np.abs(base[-1]))
    for color, index in enumerate(order):
        values = base[:, index]
        for sign, style in ((1, "-"), (-1, "--")):
            side = np.where(sign * values > 0, sign * values, np.nan)
            label = names[index] if sign == np.sign(values[-1]) else None
            right.plot(side, style, color=colormaps["tab20"](color), lw=1.3, label=label)
    named = [line for line in right.get_lines() if not str(line.get_label()).startswith("_")]
    handles = [*left.get_lines(), *named]
    figure.legend(handles=handles, loc="outside right center", fontsize=8)
    figure.savefig(picture, dpi=110)
    print(f"wrote {picture}: {len(rows)} iterations of {len(names)} weights")


if __name__ == "__main__":
    main()
