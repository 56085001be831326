import t from 'tap'
import { DEFAULT_LIMITS } from '../../../importers/plan/import-limits.ts'
import { readMpp } from '../../../importers/plan-file/mpp/read-mpp.ts'
import type { RawTask } from '../../../importers/plan-file/raw-project.ts'
import { readPlan } from '../../../importers/read-plan.ts'
import { processorMs } from '../../support/processor-time.ts'
import { float64, int16, int32, stamp, text } from './make-bytes.ts'
import { makeCompoundFile } from './make-compound-file.ts'
import { type MadePlan, type MadeTask, makePlanFile, planStreams } from './make-plan-file.ts'

const raw = (plan: MadePlan) => readMpp(makePlanFile(plan), DEFAULT_LIMITS)

function onlyTask(task: Partial<MadeTask>, plan: MadePlan = {}): RawTask {
  const [found, ...others] = raw({ ...plan, tasks: [{ uid: 1, ...task }] }).tasks
  if (found === undefined || others.length > 0) throw new Error('not one task')
  return found
}

t.test('a small plan, from bytes to plan', async (t) => {
  const plan = readPlan(
    makePlanFile({
      tasks: [
        { uid: 0, level: 0, name: 'The plan' },
        { uid: 7, name: 'Summary', start: stamp(15_000, 480) },
        {
          uid: 3,
          name: 'Dig',
          level: 2,
          minutes: 2400,
          fields: { 15: Buffer.from('{\\rtf1 Mind the {\\b pipe}\\par}') },
        },
        { uid: 4, name: 'Done', level: 2, minutes: 0, isMilestone: true },
      ],
      links: [{ from: 3, to: 4, type: 3, lag: -4800 }],
      resources: [
        { uid: 1, name: 'Ann', units: 0.5, fields: { 35: 'ann@example.org' } },
        { uid: 2, name: 'Gravel', isMaterial: true },
      ],
      assignments: [
        { task: 3, resource: 1, units: 0.5, work: 1200 },
        { task: 3, resource: -65_535, units: 0, work: 0 },
        { task: 3, resource: 1, units: 0.7 },
        { task: 4, resource: 2, isDeleted: true },
      ],
      calendars: [
        { uid: 1, name: 'Standard' },
        { uid: 2, base: 1, resource: 1 },
        { uid: 3, base: 1, resource: 9 },
        { uid: 4, base: 77, resource: 2 },
      ],
      props: { 37748744: text('Trench'), 37748805: int32(stamp(15_001, 1020)), 37748765: int32(600) },
    }),
    'trench.mpp',
  )
  t.match(plan, { name: 'Trench', start_date: '2025-01-24', status_date: '2025-01-25' })
  t.match(plan.source, {
    format: 'mpp14',
    application: 'Microsoft.Project 16.0',
    minutes_per_day: 600,
    default_calendar: '1',
  })
  t.same(
    plan.tasks.map(({ id, name, parent, duration }) => [id, name, parent, duration]),
    [
      ['7', 'Summary', null, 1],
      ['3', 'Dig', '7', 4],
      ['4', 'Done', '7', 0],
    ],
  )
  t.match(plan.tasks[1], { notes: 'Mind the pipe', source: { row: 2, wbs: '1.1', duration_minutes: 2400 } })
  t.match(plan.dependencies, [{ predecessor: '3', successor: '4', dep_type: 'SS', source: { lag_minutes: -480 } }])
  t.same(plan.resources, [
    { id: '1', name: 'Ann', type: 'work', max_units: 0.5, email: 'ann@example.org', calendar: '2' },
    { id: '2', name: 'Gravel', type: 'material', max_units: 1, email: null, calendar: null },
  ])
  t.same(plan.assignments, [
    { task: '3', resource: '1', units: 0.5, work_minutes: 1200 },
    { task: '3', resource: null, units: 0, work_minutes: 0 },
  ])
  t.same(Object.keys(plan.calendars), ['1', '2'], 'calendars of nobody and without a base are left out')
  t.equal(plan.calendars['2']?.source?.name, 'Ann', 'a nameless one takes the name of its resource')
})

t.test('which dates a task shows', async (t) => {
  const early = { start: stamp(15_000, 480), finish: stamp(15_000, 1020) }
  const late = { 39: stamp(15_010, 480), 40: stamp(15_010, 1020) }
  const typed = { 1283: stamp(15_020, 480), 1284: stamp(15_021, 1020), 1288: 9600, 1289: 7 }
  const dates = ({ start, finish }: RawTask) => [start?.slice(0, 10), finish?.slice(0, 10)]
  t.same(dates(onlyTask({ ...early, fields: { ...late, ...typed } })), ['2025-01-24', '2025-01-24'])
  t.same(dates(onlyTask({ ...early, fields: { ...late, 17: 1 } })), ['2025-02-03', '2025-02-03'], 'as late as possible')
  const reversed = { start: stamp(15_005, 480), finish: stamp(15_000, 480) }
  t.same(dates(onlyTask({ ...reversed, fields: { ...late, 17: 7 } })), ['2025-01-29', '2025-02-03'], 'no later than')
  t.same(dates(onlyTask({ ...reversed, fields: late })), ['2025-01-29', '2025-01-24'])
  const manual = onlyTask({ ...early, isManual: true, fields: typed })
  t.same(dates(manual), ['2025-02-13', '2025-02-14'])
  t.match(manual, { isManual: true, duration: { minutes: 960, isElapsed: false } })
  t.same(dates(onlyTask({ ...early, isManual: true, fields: { 1288: -1 } })), ['2025-01-24', '2025-01-24'])
  t.equal(onlyTask({ isManual: true, fields: { 1288: -1 } }).duration, null, 'only text is known')
})

t.test('units, percent, flags and further columns', async (t) => {
  t.match(onlyTask({ minutes: 1440, fields: { 181: 8 } }).duration, { minutes: 1440, isElapsed: true })
  t.match(onlyTask({ minutes: 1440, fields: { 181: 7 | 32 } }).duration, { isElapsed: false }, 'estimated days')
  t.equal(onlyTask({ fields: { 29: -1 } }).duration, null)
  t.equal(onlyTask({ fields: { 32: 55 } }).percentComplete, 55)
  t.equal(onlyTask({ fields: { 32: 300 } }).percentComplete, 0)
  t.equal(onlyTask({ isInactive: true }).isActive, false)
  t.equal(onlyTask({}).calendarUid, null)
  t.equal(onlyTask({ fields: { 401: 3 } }).calendarUid, 3)
  t.equal(onlyTask({ fields: { 255: 4 } }).isExternal, true)
  t.match(onlyTask({ fields: { 458: 0x800000 } }), { isSubproject: true, isSummary: true })
  t.same(onlyTask({ fields: { 103: 4800, 183: int16(7), 104: 9600, 184: int16(8) } }).estimates, [
    { minutes: 480, isElapsed: false },
    { minutes: 960, isElapsed: true },
    null,
  ])
  t.equal(onlyTask({ level: 60_000 }).outlineLevel, 1000)
  t.equal(onlyTask({ name: '  padded ' }).name, 'padded')
  t.equal(onlyTask({ name: null }).name, null, 'a task without a name, with dates')
})

t.test('rows: order, blank lines, phantoms and WBS codes', async (t) => {
  const { tasks } = raw({
    tasks: [
      { uid: 1, sortKey: 30, row: 1 },
      { uid: 2, sortKey: 10, row: 9, level: 1 },
      { uid: 3, isBlank: true, row: 2 },
      { uid: 4, sortKey: 20, row: 7, level: 2, fields: { 16: 'X.1' } },
      { uid: 5, sortKey: 21, row: 8, level: 3 },
      { uid: 6, isDeleted: true },
      { uid: 8, sortKey: 5, row: 1, name: null },
      { uid: 9, name: null, start: 0, sortKey: 22, row: 6 },
    ],
  })
  t.same(
    tasks.map(({ uid, row, wbs }) => [uid, row, wbs]),
    [
      [2, 1, '1'],
      [4, 3, 'X.1'],
      [5, 4, 'X.1.1'],
      [1, 5, '2'],
    ],
  )
})

t.test('programs before 2013 keep bits and lags elsewhere', async (t) => {
  const plan = raw({
    application: 'Microsoft.Project 14.0',
    tasks: [{ uid: 1, isMilestone: true, isManual: true }, { uid: 2 }],
    calendars: [{ uid: 5, name: 'Standard' }],
    links: [{ from: 1, to: 2, lag: 7 }],
  })
  t.match(plan.tasks[0], { isMilestone: false, isManual: false, isActive: false })
  t.same(
    plan.calendars.map(({ uid }) => uid),
    [],
    'the uid of a calendar stands first then',
  )
  t.equal(plan.links[0]?.lagFormat, 7)
})

t.test('links', async (t) => {
  const lags = raw({
    links: [
      { from: 1, to: 2, lag: -50, unit: 19 },
      { from: 1, to: 3, lag: 14_400, unit: 8 },
      { from: 1, to: 4, lag: -1 },
      { from: 2, to: 2 },
      { from: 0, to: 2 },
      { from: 2, to: 3, isDeleted: true },
    ],
  }).links
  t.same(
    lags.map(({ predecessorUid, successorUid, lag, lagFormat }) => [predecessorUid, successorUid, lag, lagFormat]),
    [
      [1, 2, -50, 19],
      [1, 3, 14_400, 8],
      [1, 4, 0, 7],
    ],
  )
})

t.test('availability of resources over time', async (t) => {
  const stretch = (from: number, units: number) => Buffer.concat([int32(from), float64(units), Buffer.alloc(8)])
  const table = (...rows: Buffer[]) => Buffer.concat([int16(rows.length), Buffer.alloc(10), ...rows])
  const units = (value: Buffer) =>
    raw({ resources: [{ uid: 1, name: 'A', fields: { 276: value } }] }).resources[0]?.maxUnits
  t.equal(units(table(stretch(0, 10_000), stretch(500, 25_000), stretch(400, 5000))), 2.5)
  t.equal(units(table(stretch(0, 5000), stretch(500, 0))), 0.5, 'a stretch of nothing says nothing')
  t.equal(units(table()), 1)
  t.equal(units(Buffer.from([255, 255, 0])), 1, 'a count beyond the bytes')
})

t.test('the names of fields and the title', async (t) => {
  const names = ['Best case', 'Most likely']
  const listLength = 12 + names.length * 8
  const ids = [0x0b400067, 0x0b400068]
  const encoded = names.map((name) => text(name))
  const entries = ids.map((id, index) => int32(id, listLength - 4 + (index === 0 ? 0 : (encoded[0]?.length ?? 0))))
  const list = Buffer.concat([int32(1000, 1000, names.length), ...entries, ...encoded])
  const streams = planStreams({ props: { 37748744: text('From settings') } })
  const settings = Buffer.concat([Buffer.alloc(12), int32(1), int32(list.length, 71303169, 0), list])
  settings.writeUInt16LE(1, 12)
  const title = Buffer.from('Größe\0', 'latin1')
  const summary = Buffer.concat([
    int16(0xfffe),
    Buffer.alloc(26),
    Buffer.alloc(16),
    int32(48, 100, 2, 1, 24, 2, 32),
    int32(2, 1252),
    int32(30, title.length),
    title,
  ])
  const read = (extra: Record<string, Buffer>) =>
    readMpp(makeCompoundFile({ ...streams, ...extra }).bytes, DEFAULT_LIMITS).header
  const header = read({ '   114/TBkndTask/Props': settings, '\u0005SummaryInformation': summary })
  t.same(header.estimateAliases, ['Best case', 'Most likely', null])
  t.equal(header.title, 'Größe')
  t.equal(read({ '\u0005SummaryInformation': summary.subarray(0, 50) }).title, 'From settings')
  t.equal(read({ '\u0005SummaryInformation': Buffer.alloc(9) }).title, 'From settings')
})

t.test('twenty thousand tasks', async (t) => {
  const tasks = Array.from({ length: 20_000 }, (_, index) => ({ uid: index + 1, level: index % 10 === 0 ? 1 : 2 }))
  const links = tasks.filter(({ uid }) => uid % 10 > 1).map(({ uid }) => ({ from: uid, to: uid + 1 }))
  const bytes = makePlanFile({ tasks, links: links.filter(({ to }) => to % 10 !== 1) })
  const startedAt = processorMs()
  const plan = readPlan(bytes, 'large.mpp')
  t.equal(plan.tasks.length, 20_000)
  t.ok(plan.dependencies.length > 10_000)
  t.ok(processorMs() - startedAt < 5000, 'and it takes no time')
})
