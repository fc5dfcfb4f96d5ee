# Figures into words: medians, ratios, the tables of docs/performance.md.
import statistics


def median(values):
    """The middle one; None where there is none, or one that could not be measured."""
    return statistics.median(values) if values and None not in values else None


def ratio(value, other):
    """How many times as much; None where nothing can be divided by."""
    return value / other if value is not None and other else None


def times(value):
    """A ratio as text."""
    if value is None:
        return "–"
    return f"{value:.2f} ×" if value < 9.95 else f"{value:.0f} ×"


def number(value, digits=2):
    """A figure with as many digits as it deserves."""
    if value is None:
        return "–"
    if isinstance(value, str):
        return value
    if value == 0:
        return "0"
    size = abs(value)
    if size >= 100:
        return f"{value:,.0f}"
    return f"{value:.{1 if size >= 10 else digits}f}"


class Table:
    """Rows under headings; the first column is text, the others are figures."""

    def __init__(self, *headings):
        self.headings, self.rows = headings, []

    def add(self, *cells):
        self.rows.append([each if isinstance(each, str) else number(each) for each in cells])

    def markdown(self):
        align = ["---"] + ["---:"] * (len(self.headings) - 1)
        lines = [self.headings, align, *self.rows]
        return "\n".join("| " + " | ".join(line) + " |" for line in lines)

    def text(self):
        lines = [list(self.headings), *self.rows]
        widths = [max(len(line[i]) for line in lines) for i in range(len(self.headings))]
        return "\n".join(
            "  ".join(cell.ljust(w) if i == 0 else cell.rjust(w)
                      for i, (cell, w) in enumerate(zip(line, widths))).rstrip()
            for line in lines)


class Section:
    """What one part found: tables and sentences, in order, and how it came out of the goals."""

    def __init__(self, title):
        self.title, self.items, self.goals = title, [], []

    def say(self, *sentences):
        self.items.append(" ".join(sentences))
        return self

    def head(self, text):
        self.items.append(("head", text))
        return self

    def table(self, table):
        self.items.append(table)
        return self

    def goal(self, what, wanted, found, is_met, why=""):
        """One goal of the project, and whether it was met here; `why` explains a miss."""
        self.goals.append((what, wanted, found, is_met, why))
        return self

    def markdown(self):
        out = [f"## {self.title}"]
        for item in self.items:
            if isinstance(item, Table):
                out.append(item.markdown())
            elif isinstance(item, tuple):
                out.append(f"### {item[1]}")
            else:
                out.append(item)
        return "\n\n".join(out)

    def text(self):
        out = [self.title, "=" * len(self.title)]
        for item in self.items:
            out.append(item.text() if isinstance(item, Table)
                       else f"-- {item[1]}" if isinstance(item, tuple) else item)
        return "\n\n".join(out)
