"""The command training/plot.py. Draws the log of training as an SVG: Elo against fixed opponents, losses, games and
speed.

    training/plot.py training/checkpoints/quoridor/log.jsonl docs/images/training.svg
"""

import json
import sys

WIDTH, HEIGHT, MARGIN, GAP = 960, 260, 64, 44
COLOURS = ("#1f6f8b", "#c8553d", "#6a994e", "#8d6a9f")


def nice_ticks(low, high, wanted=5):
    span = high - low or 1
    step = 10 ** len(str(int(span / wanted))) if span >= wanted else 1.0
    while span / step > 2 * wanted:
        step *= 2
    while span / step < wanted:
        step /= 2 if span / step * 2 <= 2 * wanted else 2.5
    first = int(low / step) * step
    ticks = []
    value = first
    while value <= high + 1e-9:
        if value >= low - 1e-9:
            ticks.append(round(value, 10))
        value += step
    return ticks


def panel(top, title, series, unit):
    """`series`: list of (name, [(x, y)])."""
    series = [(name, points) for name, points in series if points]
    out = [f'<text x="{MARGIN}" y="{top - 10}" class="title">{title}</text>']
    if not series:
        return out
    xs = [x for _, points in series for x, _ in points]
    ys = [y for _, points in series for _, y in points]
    x_high = max(xs) or 1
    low, high = min(ys + [0] if min(ys) > 0 and min(ys) < 0.3 * max(ys) else ys), max(ys)
    if high == low:
        high = low + 1
    inner = WIDTH - 2 * MARGIN
    px = lambda x: MARGIN + inner * x / x_high
    py = lambda y: top + HEIGHT * (1 - (y - low) / (high - low))
    for tick in nice_ticks(low, high):
        out.append(f'<line x1="{MARGIN}" x2="{WIDTH - MARGIN}" y1="{py(tick):.1f}" y2="{py(tick):.1f}" class="grid"/>')
        out.append(f'<text x="{MARGIN - 6}" y="{py(tick) + 4:.1f}" class="y">{tick:g}</text>')
    for tick in nice_ticks(0, x_high, 8):
        out.append(f'<text x="{px(tick):.1f}" y="{top + HEIGHT + 16}" class="x">{tick:g}</text>')
    for i, (name, points) in enumerate(series):
        colour = COLOURS[i % len(COLOURS)]
        path = " ".join(f"{px(x):.1f},{py(y):.1f}" for x, y in points)
        out.append(f'<polyline points="{path}" stroke="{colour}" class="line"/>')
        if len(points) < 40:
            out += [f'<circle cx="{px(x):.1f}" cy="{py(y):.1f}" r="2.5" fill="{colour}"/>' for x, y in points]
        out.append(f'<text x="{WIDTH - MARGIN + 4 - 150 * (len(series) - 1 - i)}" y="{top - 10}" '
                   f'fill="{colour}" text-anchor="end">{name}</text>')
    out.append(f'<text x="{WIDTH - MARGIN}" y="{top + HEIGHT + 32}" class="y">{unit}</text>')
    return out


def joined(lines):
    """Runs that went on from averaged weights alone count from 0 again: here they follow the one before."""
    before, last, anew = {"total_seconds": 0, "games": 0}, {}, False
    for line in lines:
        anew |= line.get("kind") == "start" and line["steps"] == 0
        if line.get("kind") not in ("progress", "end", "match") or "total_seconds" not in line:
            yield line
            continue
        if anew and line["total_seconds"] < last.get("total_seconds", 0):
            before = {name: before[name] + last[name] for name in before}
            last = {}
        anew = False
        counted = {name: line[name] for name in before if name in line and (name != "games" or line["kind"] != "match")}
        last = {**{name: 0 for name in before}, **last, **counted}
        yield {**line, **{name: before[name] + value for name, value in counted.items()}}


def draw(lines):
    lines = list(joined(lines))
    minutes = lambda line: line["total_seconds"] / 60
    progress = [line for line in lines if line.get("kind") in ("progress", "end") and "total_seconds" in line]
    matches = [line for line in lines if line.get("kind") == "match" and "elo" in line]
    column = lambda name, scale=1: [(minutes(line), line[name] * scale) for line in progress
                                    if line.get(name) is not None]
    panels = [
        ("Elo", [(f"against {name}", [(minutes(line), line["elo"]) for line in matches if line["opponent"] == name])
                 for name in ("first", "heuristic")]),
        ("Loss", [(name, column(name)) for name in ("policy", "value")]),
        ("Thousands of games", [("games", column("games", 1e-3))]),
        ("Thousands of evaluations a second", [("evaluations", column("evaluations_per_s", 1e-3))]),
    ]
    height = MARGIN + len(panels) * (HEIGHT + GAP + 24)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" '
           'font-size="12">',
           '<style>.title{font-size:15px;font-weight:600}.grid{stroke:#ddd}.x{text-anchor:middle;fill:#666}'
           '.y{text-anchor:end;fill:#666}.line{fill:none;stroke-width:1.6}</style>',
           f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>']
    for i, (title, series) in enumerate(panels):
        out += panel(MARGIN + i * (HEIGHT + GAP + 24), title, series, "minutes of training")
    return "\n".join(out + ["</svg>"]) + "\n"


def main():
    if len(sys.argv) != 3:
        sys.exit(f"usage: {sys.argv[0]} LOG.jsonl OUT.svg")
    with open(sys.argv[1]) as file:
        lines = [json.loads(line) for line in file if line.strip()]
    with open(sys.argv[2], "w") as file:
        file.write(draw(lines))
    return 0
