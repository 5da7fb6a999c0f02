"""A picture as SVG, once for light and once for dark pages."""

from html import escape
from pathlib import Path

RESOURCES = Path(__file__).resolve().parents[2] / "Sources/Requisite/Requisite.docc/Resources"
FONTS = {
    False: "-apple-system,BlinkMacSystemFont,Segoe UI,Helvetica,Arial,sans-serif",
    True: "ui-monospace,SFMono-Regular,Menlo,Consolas,DejaVu Sans Mono,monospace",
}
THEMES = {
    "": {
        "ink": "#1d2129", "soft": "#5b6370", "line": "#b9c0cb", "faint": "#e6e9ee", "box": "#f4f6f9", "accent": "#1f6feb",
        "wash": "#dfebff", "other": "#9aa3b0", "third": "#c3c9d2", "good": "#1a7f4b", "bad": "#c03b3b", "warm": "#b26a00",
        "screen": "#f7f8fa"},
    "~dark": {
        "ink": "#e8eaee", "soft": "#a2abb8", "line": "#4b5462", "faint": "#2b313a", "box": "#20252d", "accent": "#6aa6ff",
        "wash": "#1d3354", "other": "#7b8592", "third": "#515a66", "good": "#57c98a", "bad": "#ff7b7b", "warm": "#e0a64a",
        "screen": "#161a20"},
}


class Picture:
    def __init__(self, name, width, height, title):
        self.name, self.size, self.title, self.parts = name, (width, height), title, []

    def text(self, x, y, text, size=14, color="ink", bold=False, anchor="start", mono=False):
        weight = ' font-weight="600"' if bold else ""
        family = f' font-family="{FONTS[True]}" xml:space="preserve"' if mono else ""
        self.parts.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{{{color}}}" text-anchor="{anchor}"{weight}{family}>'
            f"{escape(text).replace('{', '{{').replace('}', '}}')}</text>")

    def rect(self, x, y, width, height, fill="box", stroke=None, radius=6):
        edge = f' stroke="{{{stroke}}}"' if stroke else ""
        self.parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius}" fill="{{{fill}}}"{edge}/>')

    def line(self, points, color="line", arrow=False, dashed=False, width=1.5):
        path = "M" + " L".join(f"{x:g} {y:g}" for x, y in points)
        extra = ' stroke-dasharray="4 4"' if dashed else ""
        self.parts.append(f'<path d="{path}" fill="none" stroke="{{{color}}}" stroke-width="{width}"{extra}/>')
        if arrow:
            (x0, y0), (x, y) = points[-2:]
            length = max(abs(x - x0) + abs(y - y0), 1)
            dx, dy = (x - x0) / length * 7, (y - y0) / length * 7
            self.parts.append(
                f'<path d="M{x:g} {y:g} L{x - dx - dy / 1.6:g} {y - dy + dx / 1.6:g} L{x - dx + dy / 1.6:g} {y - dy - dx / 1.6:g} Z"'
                f' fill="{{{color}}}"/>')

    def box(self, x, y, width, height, text, detail=None, fill="box", stroke="line", color="ink", bold=True):
        self.rect(x, y, width, height, fill, stroke)
        middle = y + height / 2
        self.text(x + width / 2, middle + (5 if detail is None else -2), text, 14, color, bold, "middle")
        if detail:
            self.text(x + width / 2, middle + 15, detail, 12, "soft", anchor="middle")

    def files(self):
        """The contents by path, one for each theme."""
        width, height = self.size
        body = "\n".join(self.parts)
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
            f' font-family="{FONTS[False]}" role="img"><title>{escape(self.title)}</title>\n')
        return {
            RESOURCES / f"{self.name}{suffix}.svg": head + body.format(**colors) + "\n</svg>\n" for suffix, colors in THEMES.items()}
