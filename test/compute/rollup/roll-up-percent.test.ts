import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import t from 'tap'
import { readHierarchy } from '../../../compute/model/hierarchy.ts'
import { DELIVERY_MODE } from '../../../compute/model/schedule-columns.ts'
import { type PercentColumns, rollUpPercent, shownPercent } from '../../../compute/rollup/roll-up-percent.ts'

interface Leaf {
  mode: keyof typeof DELIVERY_MODE | null
  duration: number
  percent: number
  points?: number
  remaining?: number
  done?: boolean
}

const VECTORS: { cases: { name: string; percent: number | null; leaves: Leaf[] }[] } = JSON.parse(
  readFileSync(new URL('../../../fixtures/vectors/percent-rollup.json', import.meta.url), 'utf8'),
)

/** Columns of some summaries, whose own fields must not matter, followed by leaves. */
function columnsOf(summaryCount: number, leaves: Leaf[]): PercentColumns {
  const own: Leaf = { mode: 'waterfall', duration: 99, percent: 77 }
  const all = [...Array.from({ length: summaryCount }, () => own), ...leaves]
  return {
    deliveryMode: all.map((leaf) => DELIVERY_MODE[leaf.mode ?? 'waterfall']),
    percentComplete: all.map((leaf) => leaf.percent),
    durationDays: all.map((leaf) => leaf.duration),
    isDone: all.map((leaf) => (leaf.done ? 1 : 0)),
    storyPoints: all.map((leaf) => leaf.points ?? Number.NaN),
    remainingPoints: all.map((leaf) => leaf.remaining ?? Number.NaN),
  }
}

t.test('cases worked by hand', async (t) => {
  t.ok(VECTORS.cases.length >= 13)
  for (const { name, leaves, percent } of VECTORS.cases) {
    const flat = readHierarchy(Int32Array.of(-1, ...leaves.map(() => 0)))
    t.equal(shownPercent(rollUpPercent(columnsOf(1, leaves), flat)[0] as number), percent, name)
    // Two summaries deep the leaves are the same, and so is the mean.
    const deep = readHierarchy(Int32Array.of(-1, 0, ...leaves.map(() => 1)))
    const [outer, inner] = rollUpPercent(columnsOf(2, leaves), deep)
    t.strictSame([shownPercent(outer as number), shownPercent(inner as number)], [percent, percent], name)
  }
})

t.test('rounds as decimals do', async (t) => {
  t.strictSame([1.005, 2.675, 0.125, -0.125, -0.001, 1e-9].map(shownPercent), [1.01, 2.68, 0.13, -0.13, 0, 0])
})

t.test('the mean lies between the least and the greatest of its leaves', async (t) => {
  const leaf: fc.Arbitrary<Leaf> = fc.record({
    mode: fc.constantFrom('waterfall', 'scrum', 'kanban', 'milestone'),
    duration: fc.integer({ min: 0, max: 20 }),
    percent: fc.double({ min: 0, max: 100, noNaN: true }),
    done: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(leaf, { minLength: 1, maxLength: 9 }), (leaves) => {
      const hierarchy = readHierarchy(Int32Array.of(-1, ...leaves.map(() => 0)))
      const mean = rollUpPercent(columnsOf(1, leaves), hierarchy)[0] as number
      const isRight = Number.isNaN(mean)
        ? leaves.every((each) => each.mode === 'milestone' || (each.mode !== 'kanban' && each.duration === 0))
        : mean >= -1e-9 && mean <= 100 + 1e-9
      if (!isRight) throw new Error(JSON.stringify({ leaves, mean }))
    }),
    { numRuns: 300, seed: 8 },
  )
  t.pass()
})
