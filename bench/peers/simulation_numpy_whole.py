"""All that a simulation of risks and calendars answers, in NumPy, runs as columns: the finish, criticality, sensitivity, and what each
risk costs.

Reads one JSON line, prints {"numpy": version}; then for every further line runs once and prints {"ms", "p50"}. Tasks stand in order:
"low", "mode", "high" and "worked" days, "bound" their start offset, "calendar" theirs, "before" per task [source, lag, converted].
"leave" is per calendar the day of each offset, "enter" the offset of each day. "risks" have "probability", three points and "tasks".
Costs are in calendar days.
"""
import json
import sys
import time

import numpy as np

plan = json.loads(sys.stdin.readline())
low, mode, high, worked = (np.array(plan[name], dtype=np.float32)[:, None] for name in ("low", "mode", "high", "worked"))
span = np.where(high > low, high - low, 1)
share = (mode - low) / span
rising = (high - low) * (mode - low)
falling = (high - low) * (high - mode)
runs = plan["runs"]
before = plan["before"]
bound = plan["bound"]
calendar = plan["calendar"]
risks = plan["risks"]
leave = [np.array(days, dtype=np.int32) for days in plan["leave"]]
enter = [np.array(offsets, dtype=np.float32) for offsets in plan["enter"]]
count = len(before)
is_left = np.zeros(count, dtype=bool)
for sources in before:
    for source, _, converted in sources:
        is_left[source] |= converted
first_of = [min(risk["tasks"], default=count) for risk in risks]
print(json.dumps({"numpy": np.__version__}), flush=True)


class Rows:
    """Starts and finishes of all tasks, and where other calendars count from a finish, its day and the fraction behind it."""

    def __init__(self):
        self.starts = np.empty((count, runs), dtype=np.float32)
        self.ends = np.empty((count, runs), dtype=np.float32)
        self.days = np.empty((count, runs), dtype=np.int32)
        self.fractions = np.empty((count, runs), dtype=np.float32)

    def bound_of(self, task, source, lag, converted):
        if not converted:
            return self.ends[source] + np.float32(lag) if lag else self.ends[source]
        row = enter[calendar[task]][self.days[source]]
        row += self.fractions[source]
        if lag:
            row += np.float32(lag)
        return row

    def forward(self, lengths, first):
        for task in range(first, count):
            row = self.starts[task]
            row.fill(bound[task])
            for source, lag, converted in before[task]:
                np.maximum(row, self.bound_of(task, source, lag, converted), out=row)
            np.add(row, lengths[task], out=self.ends[task])
            if is_left[task]:
                whole = np.rint(self.ends[task])
                np.subtract(self.ends[task], whole, out=self.fractions[task])
                np.take(leave[calendar[task]], whole.astype(np.int32) - 1, out=self.days[task])
                self.days[task] += 1

    def completions(self):
        """Of every task that nothing follows, as a day and a fraction; and the latest of each run."""
        rows = {}
        for task in last_tasks:
            whole = np.rint(self.ends[task])
            rows[task] = leave[calendar[task]][whole.astype(np.int32) - 1] + (self.ends[task] - whole)
        return rows, np.maximum.reduce(list(rows.values()))


has_next = {source for sources in before for source, _, _ in sources}
last_tasks = [task for task in range(count) if task not in has_next]


def find_critical(rows, ending, completion):
    critical = np.zeros((count, runs), dtype=bool)
    for task, row in ending.items():
        critical[task] = row == completion
    for task in range(count - 1, -1, -1):
        own = critical[task]
        if not own.any():
            continue
        for source, lag, converted in before[task]:
            critical[source] |= own & (rows.bound_of(task, source, lag, converted) == rows.starts[task])
    return critical


def cost_risks(rows, lengths, delays, critical, completion):
    """As many passes as a run has critical risks at the most, each without another risk in every run that has one left."""
    costs = np.zeros((len(risks), runs))
    order = sorted(range(len(risks)), key=lambda risk: -first_of[risk])
    may_cost = np.zeros((len(risks), runs), dtype=bool)
    for place, risk in enumerate(order):
        may_cost[place] = (delays[risk] > 0) & critical[risks[risk]["tasks"]].any(axis=0)
    while may_cost.any():
        taken = np.where(may_cost.any(axis=0), may_cost.argmax(axis=0), -1)
        without = lengths.copy()
        first = count
        for place in np.unique(taken[taken >= 0]):
            risk = order[place]
            hit = taken == place
            may_cost[place] &= ~hit
            without[risks[risk]["tasks"]] -= np.where(hit, delays[risk], 0)
            first = min(first, first_of[risk])
        rows.forward(without, first)
        _, shorter = rows.completions()
        for place in np.unique(taken[taken >= 0]):
            hit = taken == place
            costs[order[place]][hit] = (completion - shorter)[hit]
    return costs.mean(axis=1)


for line in sys.stdin:
    started = time.perf_counter()
    rng = np.random.Generator(np.random.SFC64(20260401))
    u = rng.random((count, runs), dtype=np.float32)
    lengths = np.where(u < share, low + np.sqrt(u * rising), high - np.sqrt((1 - u) * falling))
    lengths = np.maximum(lengths - worked, 1)
    delays = []
    for risk in risks:
        happens = rng.random(runs) < risk["probability"]
        delay = rng.triangular(risk["low"], risk["likely"], risk["high"], runs).astype(np.float32)
        delays.append(np.where(happens, delay, np.float32(0)))
        lengths[risk["tasks"]] += delays[-1]
    rows = Rows()
    rows.forward(lengths, 0)
    ending, completion = rows.completions()
    critical = find_critical(rows, ending, completion)
    criticality = critical.mean(axis=1)
    ranks = completion.argsort().argsort().astype(np.float32) - np.float32((runs - 1) / 2)
    sensitivity = (u - np.float32(0.5)) @ ranks
    costs = cost_risks(rows, lengths, delays, critical, completion)
    p50 = float(np.median(completion))
    print(json.dumps({"ms": (time.perf_counter() - started) * 1000, "p50": p50}), flush=True)
