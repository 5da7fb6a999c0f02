"""Bars, from the tables of Benchmarks/README.md."""

import re
from pathlib import Path

from svg import Picture

ROOT = Path(__file__).resolve().parents[2]
CLIENTS = ["Requisite", "AsyncHTTPClient", "URLSession"]
LOOP = "bare libcurl loop"
COLORS = {LOOP: "soft", "Requisite": "accent", "AsyncHTTPClient": "other", "URLSession": "third"}


def table(title):
    """The first table below a heading of Benchmarks/README.md: its rows by their first cell, each by the names of the columns."""
    text = (ROOT / "Benchmarks/README.md").read_text().split(f"## {title}\n", 1)[1]
    lines = re.search(r"(?:^\|.*\n)+", text, re.M)[0].splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return {row[0]: dict(zip(cells[0][1:], row[1:])) for row in cells[2:]}


def number(text):
    found = re.findall(r"[\d.]+", text.replace(",", ""))
    return float(found[-1]) if found else None


def client(row, name, best=min):
    """The figure of a client; of AsyncHTTPClient, that of the better setting."""
    return best(number(value) for column, value in row.items() if column.startswith(name)) if name in row and number(row[name]) else None


def overview():
    """A list with each decoder, so that client and decoder stand apart, and a small call: microseconds, and multiples of the loop."""
    times, ratios = table("Microseconds of CPU time"), table("CPU time of a call")
    groups = [
        ("CPU time of a call that gets a list of 23 KB, 16 at a time",
         [(name, f"23 KB, {row}, 16 at a time") for name, row in (
             ("as bytes", "bytes"), ("decoded with JSONCoding", "JSONCoding"), ("decoded with JSONDecoder", "JSONDecoder"))]),
        ("CPU time of a call that gets 83 bytes, 16 at a time", [("as bytes", "83 B, bytes, 16 at a time")]),
    ]
    picture = Picture("performance", 560, 34 * len(groups) + 122 * 4 - 4, "Requisite, AsyncHTTPClient and URLSession beside a bare libcurl loop")
    top = 18
    for title, panels in groups:
        picture.text(0, top, title, 14, bold=True)
        top += 22
        most = max(client(times[row], name) for _, row in panels for name in [LOOP, *CLIENTS])
        for detail, row in panels:
            picture.text(0, top, detail, 13, "soft")
            for index, name in enumerate([LOOP, *CLIENTS]):
                time, ratio = client(times[row], name), 1 if name == LOOP else client(ratios[row], name)
                bar(picture, top + 6 + 24 * index, name, time / most, f"{time:.0f} µs, {ratio:.2f}×")
            top += 122
        top += 12
    return picture


def bar(picture, y, name, share, label):
    length, bold = 290 * share, name == "Requisite"
    picture.text(0, y + 15, name, 13, "ink" if bold else "soft", bold=bold)
    picture.rect(122, y + 2, max(length, 2), 17, COLORS[name], radius=3)
    picture.text(130 + length, y + 15, label, 13, bold=bold)


def calls(name, heading, title, best):
    rows = table(heading)
    picture = Picture(name, 560, 40 + 64 * len(rows), title)
    legend(picture, [(client_name, COLORS[client_name]) for client_name in CLIENTS])
    picture.text(560, 19, "less is better" if best is min else "more is better", 12, "soft", anchor="end")
    most = max(client(row, name, best) or 0 for row in rows.values() for name in CLIENTS)
    for index, (workload, row) in enumerate(rows.items()):
        top = 34 + 64 * index
        picture.text(0, top + 12, workload, 13)
        for place, client_name in enumerate(CLIENTS):
            value, y = client(row, client_name, best), top + 18 + 13 * place
            length = 480 * (value or 0) / most
            if value:
                picture.rect(0, y, length, 10, COLORS[client_name], radius=2)
            picture.text(length + 6 if value else 0, y + 9, f"{value:.2f}" if value else "not measured", 11, "soft", bold=client_name == "Requisite")
    return picture


def json():
    rows = table("JSON")
    picture = Picture("json", 560, 44 + 36 * len(rows), "How many times as fast as Foundation JSON is decoded and encoded")
    legend(picture, [("decoding", "accent"), ("encoding", "other")])
    for index, (document, row) in enumerate(rows.items()):
        top = 34 + 36 * index
        picture.text(0, top + 19, document, 13)
        for place, (column, color) in enumerate([("Decoding, ratio", "accent"), ("Encoding, ratio", "other")]):
            value = row[column]
            length = 410 * float(value) / 36
            picture.rect(110, top + 2 + 14 * place, length, 11, color, radius=2)
            picture.text(116 + length, top + 12 + 14 * place, f"{value}×", 11, "soft")
    return picture


def legend(picture, entries):
    x = 0
    for text, color in entries:
        picture.rect(x, 8, 12, 12, color, radius=3)
        picture.text(x + 18, 19, text, 13)
        x += 40 + 8 * len(text)


def all():
    return [
        overview(), json(),
        calls("calls-cpu", "CPU time of a call", "CPU time of a call, in multiples of a bare libcurl loop", min),
        calls("calls-rate", "Calls a second", "Calls a second, in multiples of a bare libcurl loop", max)]
