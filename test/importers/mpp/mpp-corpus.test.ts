// Real files and the values that a reference reader gets from them. They are kept outside the repository.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import t from 'tap'
import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import { DEFAULT_LIMITS } from '../../../importers/plan/import-limits.ts'
import { ImportRefusal } from '../../../importers/plan/import-refusal.ts'
import { expandRecurrence } from '../../../importers/plan-file/build/expand-recurrence.ts'
import { readMpp } from '../../../importers/plan-file/mpp/read-mpp.ts'
import { PLANNER_FIELDS } from '../../../importers/plan-file/planner-fields.ts'
import type { RawCalendar, RawException, RawProject, RawTask } from '../../../importers/plan-file/raw-project.ts'
import { readPlan } from '../../../importers/read-plan.ts'

const corpus = new URL('../../../../shared/corpus/planfiles/', import.meta.url)

type Duration = { v: number; u: string; min: number | null }
type Link = { pred_uid: number; type: string; lag: Duration; lag_min: number | null }
type GoldenTask = Record<string, unknown> & {
  uid: number
  id: number
  blank_row?: boolean
  duration?: Duration
  predecessors?: Link[]
  cpm_stored?: Record<string, string>
  custom?: Record<string, unknown>
}
type GoldenException = { name?: string | null; from: string; to: string; working: boolean; dates?: string[] }
type GoldenCalendar = Record<string, unknown> & { uid: number; exceptions: GoldenException[]; work_weeks?: unknown[] }
type GoldenRow = Record<string, unknown> & { uid: number }
type Golden = {
  read: { ok: boolean }
  source: Record<string, unknown>
  project: Record<string, unknown>
  tasks: GoldenTask[]
  resources: (GoldenRow & { name: string | null })[]
  assignments: Record<string, number | null>[]
  calendars: GoldenCalendar[]
}
type Pair = [what: string, ours: unknown, expected: unknown]

const CONSTRAINTS = [
  'AS_SOON_AS_POSSIBLE',
  'AS_LATE_AS_POSSIBLE',
  'MUST_START_ON',
  'MUST_FINISH_ON',
  'START_NO_EARLIER_THAN',
  'START_NO_LATER_THAN',
  'FINISH_NO_EARLIER_THAN',
  'FINISH_NO_LATER_THAN',
]
const OWN_FIELDS = PLANNER_FIELDS.filter(({ type }) => type !== 'BOOLEAN')
const DAY_NAMES = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const LINK_TYPES = ['FF', 'FS', 'SF', 'SS']

function taskPairs(task: RawTask | undefined, golden: GoldenTask): Pair[] {
  const { cpm_stored: stored = {}, custom = {}, duration } = golden
  return [
    ['name', task?.name, (golden.name as string | null)?.trim()],
    ['row', task?.row, golden.id],
    ['level', task?.outlineLevel, golden.outline_level],
    ['wbs', task?.wbs, golden.wbs ?? task?.wbs],
    ['start', task?.start, golden.start],
    ['finish', task?.finish, golden.finish],
    ['early start', task?.earlyStart, stored.early_start],
    ['early finish', task?.earlyFinish, stored.early_finish],
    ['late start', task?.lateStart, stored.late_start],
    ['late finish', task?.lateFinish, stored.late_finish],
    ['actual start', task?.actualStart, golden.actual_start],
    ['actual finish', task?.actualFinish, golden.actual_finish],
    ['minutes', task?.duration?.minutes, duration?.min],
    ['elapsed', task?.duration?.isElapsed, duration?.u.startsWith('e')],
    ['percent', task?.percentComplete, golden.percent_complete ?? 0],
    ['constraint', CONSTRAINTS[task?.constraintCode ?? -1], golden.constraint],
    ['constraint date', task?.constraintDate, golden.constraint_date],
    ['deadline', task?.deadline, golden.deadline],
    ['milestone', task?.isMilestone, golden.milestone],
    ['active', task?.isActive, golden.active],
    ['manual', task?.isManual, golden.mode === 'MANUALLY_SCHEDULED'],
    ['external', task?.isExternal, Boolean(golden.external_task)],
    ['subproject', task?.isSubproject, Boolean(golden.external_project)],
    ['baseline', task?.baseline !== null, Boolean(golden.baseline_start ?? golden.baseline_finish)],
    ['priority', task?.priority, golden.priority],
    ['calendar', task?.calendarUid, golden.calendar_uid],
    ['notes', task?.notes?.length ?? 0, golden.notes_len],
    [
      'estimates',
      task?.estimates.map((estimate) => estimate?.minutes ?? 0),
      [1, 2, 3].map((n) => (custom[`duration${n}`] as Duration | undefined)?.min ?? 0),
    ],
    [
      'texts, numbers, dates, money and durations',
      OWN_FIELDS.map(({ id, kind }) =>
        kind === 'Duration' ? (task?.ownDurations?.[id]?.minutes ?? 0) : (task?.customValues?.[id] ?? null),
      ),
      OWN_FIELDS.map(({ name, kind, type }) => {
        const value = custom[name.toLowerCase()] ?? null
        if (kind === 'Duration') return (value as Duration | null)?.min ?? 0
        return type === 'DATE' && value !== null ? String(value).slice(0, 10) : value
      }),
    ],
    ['levelling', task?.levellingMinutes ?? 0, (golden.leveling_delay as Duration | undefined)?.min ?? 0],
  ]
}

/** Minutes of one unit, as the file's own settings have it. */
function unitMinutes(unit: string, project: Record<string, unknown>): number {
  const day = Number(project.minutes_per_day)
  const week = Number(project.minutes_per_week)
  const month = day * Number(project.days_per_month)
  const minutes = { m: 1, em: 1, h: 60, eh: 60, d: day, ed: 1440, w: week, ew: 10_080, mo: month, emo: 43_200 }
  return minutes[unit as keyof typeof minutes] ?? 0.1
}

function linkPairs(raw: RawProject, golden: Golden): Pair[] {
  const ours = raw.links.map((link) => {
    const type = LINK_TYPES[link.typeCode]
    return `${link.predecessorUid} ${link.successorUid} ${type} ${link.lag / 10}`
  })
  const expected = golden.tasks.flatMap((task) =>
    (task.predecessors ?? []).map(({ pred_uid, type, lag }) => {
      return `${pred_uid} ${task.uid} ${type} ${lag.v * unitMinutes(lag.u, golden.project)}`
    }),
  )
  return [['links', ours.sort(), expected.sort()]]
}

function projectPairs(raw: RawProject, golden: Golden): Pair[] {
  const { header } = raw
  const { project, source } = golden
  return [
    ['format', header.format, `mpp${source.mpp_type}`],
    ['application', header.application, source.application],
    ['title', header.title, project.title],
    ['project start', header.start, project.start],
    ['project finish', header.finish, project.finish],
    ['status date', header.statusDate, project.status_date],
    ['minutes per day', header.minutesPerDay, project.minutes_per_day],
    ['default calendar', header.calendarUid, project.default_calendar_uid],
    ['direction', header.isScheduledFromFinish, project.schedule_from === 'FINISH'],
  ]
}

function resourcePairs(raw: RawProject, golden: Golden): Pair[] {
  const key = (task: unknown, resource: unknown, units: unknown, work: unknown) =>
    `${task} ${resource ?? '-'} ${units} ${Math.round(Number(work))}`
  const ours = raw.assignments.map((a) => key(a.taskUid, a.resourceUid, a.units, a.workMinutes)).sort()
  const expected = golden.assignments
    .filter((a) => a.task_uid !== 0)
    .map((a) => key(a.task_uid, a.resource_uid, a.units, a.work_min))
  return [
    ['assignments', ours, expected.sort()],
    [
      'resources',
      raw.resources.map((r) => [r.uid, r.name, r.type.toUpperCase(), r.maxUnits, r.email, r.calendarUid]),
      golden.resources.map((r) => [
        r.uid,
        r.name?.trim() || null,
        r.type,
        r.max_units,
        r.email,
        r.calendar_uid ?? null,
      ]),
    ],
  ]
}

/** The reference lists no more days of one rule. */
const LISTED_DAYS = 500

/** An exception as text: its name, whether it is worked and its days or, without a rule, its range. */
function daysOf(exception: RawException): string {
  const { name, isWorking, fromDay, toDay, recurrence } = exception
  const range = { firstDay: fromDay, lastDay: toDay }
  const days = recurrence === null ? [fromDay, toDay] : expandRecurrence(exception, recurrence, range, LISTED_DAYS)
  return [name, isWorking, recurrence !== null, ...days.map(formatCivilDay)].join(' ')
}

function goldenDaysOf({ name, working, from, to, dates }: GoldenException): string {
  return [name, working, dates !== undefined, ...(dates ?? [from, to])].join(' ')
}

function calendarPairs(calendar: RawCalendar | undefined, golden: GoldenCalendar): Pair[] {
  const week = calendar?.week ?? []
  const mask = [6, 0, 1, 2, 3, 4, 5].map((day) => (week[day] === null ? '-' : week[day] ? '1' : '0')).join('')
  return [
    ['week', mask, golden.own_mask_su_sa],
    ['parent', calendar?.parentUid, golden.parent_uid],
    ['exceptions', (calendar?.exceptions ?? []).map(daysOf).sort(), golden.exceptions.map(goldenDaysOf).sort()],
    ...(golden.parent_uid === null ? hoursPairs(calendar, golden) : []),
    ['special weeks', calendar?.workWeeks.length, golden.work_weeks?.length ?? 0],
  ]
}

/** When each day begins and how long it is worked. */
function hoursPairs(calendar: RawCalendar | undefined, { hours }: GoldenCalendar): Pair[] {
  if (hours == null) return []
  const minute = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
  return DAY_NAMES.map((name, day): Pair => {
    const stretches = ((hours as Record<string, [string, string][] | null>)[name] ?? []).map(
      ([from, to]) => [minute(from), minute(to) || 1440] as const,
    )
    const first = Math.min(...stretches.map(([from]) => from))
    const minutes = stretches.reduce((sum, [from, to]) => sum + to - from, 0)
    return [`hours of ${name}`, calendar?.hours?.[day] ?? null, minutes === 0 ? null : { from: first, minutes }]
  })
}

function allPairs(raw: RawProject, golden: Golden): Pair[] {
  const tasks = new Map(raw.tasks.map((task) => [task.uid, task]))
  const calendars = new Map(raw.calendars.map((calendar) => [calendar.uid, calendar]))
  const expected = golden.tasks.filter((task) => task.uid !== 0 && !task.blank_row)
  const named = (prefix: string, pairs: Pair[]) => pairs.map(([what, a, b]): Pair => [`${prefix} ${what}`, a, b])
  return [
    ...projectPairs(raw, golden),
    ['tasks in order', raw.tasks.map(({ uid }) => uid), expected.sort((a, b) => a.id - b.id).map(({ uid }) => uid)],
    ...expected.flatMap((task) => named(`#${task.uid}`, taskPairs(tasks.get(task.uid), task))),
    ...linkPairs(raw, golden),
    ...resourcePairs(raw, golden),
    ['calendars', [...calendars.keys()].sort(), golden.calendars.map(({ uid }) => uid).sort()],
    ...golden.calendars.flatMap((c) => named(`calendar ${c.uid}`, calendarPairs(calendars.get(c.uid), c))),
  ]
}

if (!existsSync(corpus)) {
  t.pass('the corpus of real plan files', { skip: 'it is not here' })
} else {
  const files = ['mpxj', 'aspose'].flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, corpus))
      .filter((name) => name.endsWith('.mpp'))
      .map((name) => `${folder}/${name}`),
  )
  const goldenOf = (file: string) => JSON.parse(readFileSync(new URL(`golden/${file}.json`, corpus), 'utf8')) as Golden

  t.test('every value of every real file equals the reference', async (t) => {
    t.ok(files.length >= 59)
    let comparedCount = 0
    for (const file of files) {
      const golden = goldenOf(file)
      if (!golden.read.ok) continue
      const raw = readMpp(readFileSync(new URL(file, corpus)), DEFAULT_LIMITS)
      const pairs = allPairs(raw, golden)
      comparedCount += pairs.length
      const text = (value: unknown) => JSON.stringify(value ?? null)
      const differences = pairs.filter(([, ours, expected]) => text(ours) !== text(expected))
      t.same(differences, [], `${file}: ${pairs.length} values`)
    }
    t.ok(comparedCount > 20_000, `${comparedCount} values compared`)
  })

  t.test('the plan keeps the parents of the reference', async (t) => {
    for (const file of files) {
      const golden = goldenOf(file)
      if (!golden.read.ok) continue
      const plan = readPlan(readFileSync(new URL(file, corpus)), file)
      const parents = new Map(plan.tasks.map((task) => [task.id, task.parent ?? '0']))
      const wrong = golden.tasks.filter(
        ({ uid, blank_row, parent_uid }) =>
          uid !== 0 && !blank_row && parent_uid !== null && parents.get(String(uid)) !== String(parent_uid),
      )
      t.same(wrong, [], file)
    }
  })

  t.test('files that cannot be read are refused, each for its own reason', async (t) => {
    const refusals = new Map<string, string>()
    for (const file of files) {
      if (goldenOf(file).read.ok) continue
      try {
        readPlan(readFileSync(new URL(file, corpus)), file)
        refusals.set(file, 'read')
      } catch (error) {
        refusals.set(file, error instanceof ImportRefusal ? error.code : String(error))
      }
    }
    t.same([...refusals].sort(), [
      ['aspose/PasswordProtected.mpp', 'password_protected'],
      ['aspose/handle-exceptions-corrupt.mpp', 'unreadable_file'],
      ['aspose/zero-bytes.mpp', 'empty_file'],
      ['mpxj/readpassword9.mpp', 'password_protected'],
    ])
  })
}
