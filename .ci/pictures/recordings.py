"""What programs printed: the waterfall of a call, and a terminal."""

import re
from pathlib import Path

from svg import Picture

HERE = Path(__file__).resolve().parent
ROW = re.compile(r"(?P<layer>.{11})(?P<event>.{15}) [·█]{24}\s+(?P<start>[\d.]+ m?s)\s+(?P<length>[\d.]+ m?s)$")
COLORS = {"cache": "good", "authentication": "warm", "retry": "third", "transport": "accent"}
NAMES = {"authentica…": "authentication", "503 Service Un…": "503 Service Unavailable"}


def waterfall():
    """The first timeline of `swift run --package-path Playground examples timeline`."""
    lines = (HERE / "timeline.txt").read_text().splitlines()
    rows = []
    for line in lines[1:]:
        if found := ROW.match(line):
            rows.append([*(NAMES.get(found[part].strip(), found[part].strip()) for part in ("layer", "event", "start", "length")), ""])
        elif line.startswith("  "):
            rows[-1][4] = line.strip()
        else:
            break
    whole = max(milliseconds(start) + milliseconds(length) for _, _, start, length, _ in rows)
    picture = Picture("waterfall", 560, 40 + 52 * len(rows), "The waterfall of a call: " + lines[0])
    picture.text(0, 16, re.sub(r"127\.0\.0\.1:\d+", "127.0.0.1", lines[0]), 13, mono=True)
    for index, (layer, event, start, length, detail) in enumerate(rows):
        top = 34 + 52 * index
        picture.text(0, top + 12, layer, 13, bold=True)
        picture.text(10 + 7.6 * len(layer), top + 12, event, 13)
        picture.text(560, top + 12, length, 12, "soft", anchor="end")
        picture.rect(0, top + 18, 560, 10, "faint", radius=3)
        x, width = 560 * milliseconds(start) / whole, max(560 * milliseconds(length) / whole, 2)
        picture.rect(min(x, 558), top + 18, width, 10, COLORS.get(layer, "other"), radius=3)
        picture.text(0, top + 41, re.sub(r", \d+ B out.*", "", detail), 11, "soft")
    return picture


def milliseconds(text):
    value, unit = text.split()
    return float(value) * (1000 if unit == "s" else 1)


SGR = {"1": "bold", "2": "soft", "31": "bad", "32": "good", "33": "warm", "34": "accent", "36": "accent", "90": "soft"}


def terminal():
    """The recording of `.ci/pictures/record`, as the terminal shows it."""
    lines = (HERE / "todos.txt").read_text().rstrip("\n").split("\n")
    picture = Picture("todos", 860, 24 + 17 * len(lines), "The todo client in a terminal")
    picture.rect(0, 0, 860, 24 + 17 * len(lines), "screen", "line", 8)
    for row, line in enumerate(lines):
        column, style = 0, set()
        for part in re.split(r"(\x1b\[[\d;]*m)", line):
            if code := re.fullmatch(r"\x1b\[([\d;]*)m", part):
                style = style | {SGR[each] for each in code[1].split(";") if each in SGR} if code[1] not in ("", "0") else set()
            elif part:
                color = "soft" if line.startswith("$") and not style else next(iter(style - {"bold"}), "ink")
                picture.text(14 + 7.53 * column, 27 + 17 * row, part, 12.5, color, "bold" in style, mono=True)
                column += len(part)
    return picture


def all():
    return [waterfall(), terminal()]
