"""The simulation in NumPy, runs as columns: one row of finishes a task, whole rows at a time.

Reads one JSON line {"low", "mode", "high", "before", "runs"}, prints {"numpy": version}; then for every further line
runs once and prints {"ms", "p50"}.
"""
import json
import sys
import time

import numpy as np

plan = json.loads(sys.stdin.readline())
low = np.array(plan["low"], dtype=np.float32)
mode = np.array(plan["mode"], dtype=np.float32)
high = np.array(plan["high"], dtype=np.float32)
before = [np.array(sources, dtype=np.int64) for sources in plan["before"]]
runs = plan["runs"]
span = np.where(high > low, high - low, 1)
share = ((mode - low) / span)[:, None]
rising = ((high - low) * (mode - low))[:, None]
falling = ((high - low) * (high - mode))[:, None]
print(json.dumps({"numpy": np.__version__}), flush=True)

for line in sys.stdin:
    started = time.perf_counter()
    rng = np.random.Generator(np.random.SFC64(20260401))
    u = rng.random((len(low), runs), dtype=np.float32)
    days = np.where(u < share, low[:, None] + np.sqrt(u * rising), high[:, None] - np.sqrt((1 - u) * falling))
    ends = np.empty_like(days)
    for task, sources in enumerate(before):
        if len(sources) == 0:
            ends[task] = days[task]
        elif len(sources) == 1:
            np.add(ends[sources[0]], days[task], out=ends[task])
        else:
            row = np.maximum(ends[sources[0]], ends[sources[1]])
            for source in sources[2:]:
                np.maximum(row, ends[source], out=row)
            np.add(row, days[task], out=ends[task])
    p50 = float(np.median(ends.max(axis=0)))
    print(json.dumps({"ms": (time.perf_counter() - started) * 1000, "p50": p50}), flush=True)
