import fc from 'fast-check'
import t from 'tap'
import { allocateColumns, NO_DAY, type ScheduleColumns } from '../../compute/model/schedule-columns.ts'
import { surveyColumns } from '../../compute/model/survey/survey-columns.ts'
import { tsKernel } from '../../compute/wasm/choose-kernel.ts'
import { wasmKernels } from './all-kernels.ts'
import { caseCount } from './reference/random-plan.ts'

/** Mostly what plans hold, now and then what none may. */
const DAYS = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -1, max: 40 }) },
  { weight: 3, arbitrary: fc.constant(NO_DAY) },
  { weight: 1, arbitrary: fc.constantFrom(NO_DAY + 1, 2_147_483_647, -5_000, 40_000) },
)
const NUMBERS = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 100 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(0.5, -3, -0, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
  },
)
const TASK_DAYS = [
  'parentIndex',
  'calendarIndex',
  'durationDays',
  'plannedStartDay',
  'actualStartDay',
  'actualFinishDay',
  'optimisticDays',
  'mostLikelyDays',
  'pessimisticDays',
] as const
const TASK_NUMBERS = ['percentComplete', 'storyPoints'] as const

/** Columns that are neutral but for a few of them, so that each is found on its own as well. */
const someColumns: fc.Arbitrary<ScheduleColumns> = fc
  .record({
    taskCount: fc.integer({ min: 1, max: 23 }),
    linkCount: fc.integer({ min: 0, max: 37 }),
    days: fc.array(fc.tuple(fc.constantFrom(...TASK_DAYS, 'lagDays' as const), fc.nat(), DAYS), { maxLength: 12 }),
    numbers: fc.array(fc.tuple(fc.constantFrom(...TASK_NUMBERS), fc.nat(), NUMBERS), { maxLength: 3 }),
    elapsed: fc.array(fc.nat(), { maxLength: 1 }),
  })
  .map(({ taskCount, linkCount, days, numbers, elapsed }) => {
    const columns = allocateColumns(taskCount, linkCount)
    for (const [name, at, value] of days) columns[name][at % columns[name].length] = value
    for (const [name, at, value] of numbers) columns[name][at % taskCount] = value
    for (const at of elapsed) columns.lagUnit[at % linkCount] = 1
    return columns
  })

t.test('all kernels find the same reach of columns', async (t) => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(someColumns, (columns) => {
      const expected = surveyColumns(columns, tsKernel)
      for (const [fact, value] of Object.entries(expected)) if (value === true) seen.add(fact)
      for (const kernel of wasmKernels) {
        // What another plan left in the memory is no part of this one.
        surveyColumns(allocateColumns(64, 64), kernel)
        const found = surveyColumns(columns, kernel)
        if (JSON.stringify(found) !== JSON.stringify(expected))
          throw new Error(`differs:\n${JSON.stringify(expected)}\n${JSON.stringify(found)}`)
      }
    }),
    { numRuns: caseCount(3_000), seed: 34 },
  )
  t.strictSame([...seen].sort(), ['hasDisorder', 'hasElapsedLag', 'hasOddNumber', 'hasProgress', 'hasReversal'])
})

t.test('what no value says stands beyond all values', async (t) => {
  for (const kernel of [tsKernel, ...wasmKernels]) {
    const survey = surveyColumns(allocateColumns(5, 0), kernel)
    t.match(survey, { leastParent: -1, greatestParent: -1, leastDuration: 0, longestDays: 0 }, kernel.name)
    t.match(survey, { greatestPlanned: NO_DAY, leastRecorded: NO_DAY, greatestRecorded: NO_DAY })
    t.match(survey, { leastLag: 2_147_483_647, greatestLag: NO_DAY, hasProgress: false })
  }
})
