"""An oracle that shares no code with the plugin: neighbours from tables by parity, Dijkstra's search over a dictionary."""

from fractions import Fraction

Hex = tuple[int, int]

# The neighbours of a hex in an even and an odd line, as (dx, dy).
TABLES = {
    "odd-r": (
        ((1, 0), (0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1)),
        ((1, 0), (1, -1), (0, -1), (-1, 0), (0, 1), (1, 1)),
    ),
    "even-r": (
        ((1, 0), (1, -1), (0, -1), (-1, 0), (0, 1), (1, 1)),
        ((1, 0), (0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1)),
    ),
    "odd-q": (
        ((1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (0, 1)),
        ((1, 1), (1, 0), (0, -1), (-1, 0), (-1, 1), (0, 1)),
    ),
    "even-q": (
        ((1, 1), (1, 0), (0, -1), (-1, 0), (-1, 1), (0, 1)),
        ((1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (0, 1)),
    ),
    "pointy": (((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)),) * 2,
    "flat": (((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)),) * 2,
}


class Naive:
    """A map: costs by hex (``None`` is impassable), edges, and what wraps around."""

    def __init__(self, layout, costs, edges=(), wrap="none", size=(0, 0), radius=None):
        self.layout, self.costs, self.wrap, self.size, self.radius = layout, costs, wrap, size, radius
        self.edges = {}
        for one, other, extra in edges:
            for pair in ((tuple(one), tuple(other)), (tuple(other), tuple(one))):
                before = self.edges.get(pair, 0)
                self.edges[pair] = None if extra == "wall" or before is None else before + Fraction(str(extra))

    def list_neighbours(self, place):
        x, y = place
        line = y if self.layout.endswith("-r") else x
        for dx, dy in TABLES[self.layout][line % 2]:
            yield self.folded((x + dx, y + dy))

    def folded(self, place):
        x, y = place
        width, height = self.size
        if self.wrap in ("x", "xy") and self.radius is None:
            x %= width
        if self.wrap in ("y", "xy") and self.radius is None:
            y %= height
        if self.wrap == "xy" and self.radius is not None and (x, y) not in self.costs:
            n = self.radius
            mirrors = [(2 * n + 1, -n), (n, n + 1), (-n - 1, 2 * n + 1), (-2 * n - 1, n), (-n, -n - 1), (n + 1, -2 * n - 1)]
            for dx, dy in mirrors:
                if (x + dx, y + dy) in self.costs:
                    return x + dx, y + dy
        return x, y

    def steps(self, place):
        """Neighbours, and what it costs to enter them."""
        for to in self.list_neighbours(place):
            cost, extra = self.costs.get(to), self.edges.get((place, to), 0)
            if cost is not None and extra is not None:
                yield to, cost + extra

    def cheapest(self, start, goals):
        """The points that the cheapest way costs; ``None`` if there is none."""
        best, done = {start: Fraction(0)}, set()
        while waiting := [place for place in best if place not in done]:
            place = min(waiting, key=best.__getitem__)
            if place in goals:
                return best[place]
            done.add(place)
            for to, cost in self.steps(place):
                if to not in best or best[place] + cost < best[to]:
                    best[to] = best[place] + cost
        return None

    def costs_from(self, start):
        best, done = {start: Fraction(0)}, set()
        while waiting := [place for place in best if place not in done]:
            place = min(waiting, key=best.__getitem__)
            done.add(place)
            for to, cost in self.steps(place):
                if to not in best or best[place] + cost < best[to]:
                    best[to] = best[place] + cost
        return best

    def soonest(self, start, goals, moves):
        """The fewest (turns, points), over positions *and* points that are left; a unit may end its turn whenever it likes."""
        first = (start, moves)
        best, done = {first: (0, Fraction(0))}, set()
        arrivals = []
        while waiting := [state for state in best if state not in done]:
            state = min(waiting, key=best.__getitem__)
            done.add(state)
            (place, left), (turns, spent) = state, best[state]
            if place in goals:
                arrivals.append((turns, spent))
                continue
            after = [((to, left - cost), (turns, spent + cost)) for to, cost in self.steps(place) if cost <= left]
            if left < moves:
                after.append(((place, moves), (turns + 1, Fraction(0))))
            for next_state, cost in after:
                if next_state not in best or cost < best[next_state]:
                    best[next_state] = cost
        return min(arrivals, default=None)
