// How likely a team is still short of some points after so many sprints, each drawn from its past: the distribution of the
// sums of such draws, one sprint after the other, on a grid of points.

/** Points a grid can be exact for, counted in the finest fraction that any of them has. */
const MOST_EXACT = 4096
const SCALES = [1, 2, 4, 5, 8, 10, 20, 100, 1000] as const
/** Cells of a grid that is not exact, at most; what one deviation of a sprint has of them at least; and sprints times cells. */
const MOST_CELLS = 16_384
const CELLS_PER_DEVIATION = 8
const MOST_WORK = 2 ** 20
/** Chances that no run will ever see. */
const NEVER = 1e-14

/** What one sprint may add, in cells. */
interface Moves {
  cells: number[]
  chances: number[]
}

/**
 * Per number of points, of which none may be zero: the chance to be short of them after one sprint, after two, and so on
 * until there is none, or after the last sprint that is looked at.
 */
export function sprintChances(
  samples: Float64Array,
  pointCounts: readonly number[],
  lastSprint: number,
): Map<number, number[]> {
  const chances = new Map<number, number[]>()
  for (const alike of groupAlike(samples, pointCounts)) {
    const { scale, isExact } = gridOf(samples, alike)
    // A cell of a grid that is not exact stands for sums half a cell around it.
    const limits = alike.map((points) => (isExact ? Math.ceil(points * scale - 1e-6) : points * scale + 0.5))
    const shares = limits.map((): number[] => [])
    addSprints(movesOf(samples, scale), limits, lastSprint, shares)
    alike.forEach((points, at) => {
      chances.set(points, shares[at])
    })
  }
  return chances
}

/** Points that share a grid: all that one can be exact for, and of the others those of about the same size. */
function groupAlike(samples: Float64Array, pointCounts: readonly number[]): number[][] {
  const groups = new Map<number, number[]>()
  for (const points of new Set(pointCounts)) {
    const key = exactScale(samples, [points]) ?? -Math.floor(Math.log2(points)) - 1_000_000
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [points])
    else group.push(points)
  }
  return [...groups.values()]
}

/** Cells a point. */
function gridOf(samples: Float64Array, pointCounts: readonly number[]): { scale: number; isExact: boolean } {
  const exact = exactScale(samples, pointCounts)
  if (exact !== null) return { scale: exact, isExact: true }
  const most = pointCounts.reduce((greatest, points) => Math.max(greatest, points), 0)
  const mean = samples.reduce((sum, sample) => sum + sample, 0) / samples.length
  const variance = samples.reduce((sum, sample) => sum + (sample - mean) ** 2, 0) / samples.length
  // A team that is always as fast needs no grid but its own steps.
  if (variance === 0) return { scale: 1 / mean, isExact: true }
  const wanted = Math.max((CELLS_PER_DEVIATION * most) / Math.sqrt(variance), (MOST_WORK * mean) / most)
  return { scale: Math.min(MOST_CELLS, wanted) / most, isExact: false }
}

/** The least scale with which samples and points are whole; null where there is none, or the grid would be large. */
function exactScale(samples: Float64Array, pointCounts: readonly number[]): number | null {
  const isWhole = (value: number): boolean => Math.abs(value - Math.round(value)) < 1e-6
  for (const scale of SCALES) {
    if (pointCounts.some((points) => points * scale > MOST_EXACT)) return null
    if (pointCounts.every((points) => isWhole(points * scale)) && samples.every((sample) => isWhole(sample * scale)))
      return scale
  }
  return null
}

/** Samples between two cells are shared out between them, which keeps the mean. */
function movesOf(samples: Float64Array, scale: number): Moves {
  const chanceOf = new Map<number, number>()
  const add = (cell: number, chance: number): void => {
    if (chance > 0) chanceOf.set(cell, (chanceOf.get(cell) ?? 0) + chance / samples.length)
  }
  for (const sample of samples) {
    const nearest = Math.round(sample * scale)
    const at = Math.abs(sample * scale - nearest) < 1e-6 ? nearest : sample * scale
    const below = Math.floor(at)
    add(below, 1 - (at - below))
    add(below + 1, at - below)
  }
  const cells = [...chanceOf.keys()].sort((left, right) => left - right)
  return { cells, chances: cells.map((cell) => chanceOf.get(cell) as number) }
}

/** Fills, for every limit, the chances that the sum of one draw, of two, and so on, is below it. */
function addSprints(
  { cells, chances }: Moves,
  limits: readonly number[],
  lastSprint: number,
  shares: number[][],
): void {
  const length = Math.ceil(limits.reduce((most, limit) => Math.max(most, limit), 0))
  const [least, most] = [cells[0], cells[cells.length - 1]]
  let sums = new Float64Array(length)
  let next = new Float64Array(length)
  const below = new Float64Array(length + 1)
  sums[0] = 1
  let [from, to] = [0, 1]
  for (let sprint = 1; sprint <= lastSprint && from < to; sprint++) {
    const [nextFrom, nextTo] = [Math.min(length, from + least), Math.min(length, to + most)]
    next.fill(0, nextFrom, nextTo)
    for (let move = 0; move < cells.length; move++) {
      const [by, chance] = [cells[move], chances[move]]
      const end = Math.min(to, length - by)
      for (let cell = from; cell < end; cell++) next[cell + by] += sums[cell] * chance
    }
    ;[sums, next] = [next, sums]
    ;[from, to] = [nextFrom, nextTo]
    while (to > from && sums[to - 1] < NEVER) to--
    while (from < to && sums[from] < NEVER) from++
    for (let cell = from; cell < to; cell++) below[cell + 1] = (cell === from ? 0 : below[cell]) + sums[cell]
    limits.forEach((limit, at) => {
      const whole = Math.floor(limit)
      const isWithin = whole >= from && whole < to
      const full = whole <= from || from >= to ? 0 : below[Math.min(whole, to)]
      const chance = full + (isWithin ? (limit - whole) * sums[whole] : 0)
      if (chance > NEVER) shares[at].push(chance)
    })
  }
}
