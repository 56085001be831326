// Real files and the values that a reference reader gets from them. They are kept outside the repository.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import t from 'tap'
import { Diagnostics } from '../../importers/plan/diagnostics.ts'
import { FIRST_DAY, LAST_DAY } from '../../importers/plan/file-day.ts'
import { DEFAULT_LIMITS } from '../../importers/plan/import-limits.ts'
import type { ImportedPlan } from '../../importers/plan/imported-plan.ts'
import { buildCalendars } from '../../importers/plan-file/build/build-calendars.ts'
import { readMspdi } from '../../importers/plan-file/xml/read-mspdi.ts'
import { readPlan } from '../../importers/read-plan.ts'
import { writeMspdi } from '../../importers/write/write-mspdi.ts'

const corpus = new URL('../../../shared/corpus/planfiles/', import.meta.url)

type GoldenTask = Record<string, unknown> & {
  uid: number
  predecessors?: { pred_uid: number; type: string; lag_min: number | null }[]
}
type GoldenException = { from: string; to: string; working: boolean; dates?: string[] }
type Golden = {
  tasks: GoldenTask[]
  calendars: { uid: number; parent_uid: number | null; exceptions: GoldenException[] }[]
}

const minute = (value: unknown) => (value == null ? null : String(value).slice(0, 16))

function compareTasks(test: Pick<typeof t, 'same'>, plan: ImportedPlan, golden: Golden, file: string): void {
  const differences: string[] = []
  let compared = 0
  for (const task of golden.tasks) {
    if (task.uid === 0 || task.blank_row || task.external_task) continue
    const ours = plan.tasks.find((candidate) => candidate.id === String(task.uid))
    const pairs: [string, unknown, unknown][] = [
      ['name', ours?.name ?? null, task.name ?? null],
      ['start', minute(ours?.source?.start), minute(task.start)],
      ['finish', minute(ours?.source?.finish), minute(task.finish)],
      ['minutes', ours?.source?.duration_minutes, (task.duration as { min: number } | null)?.min],
      ['percent', ours?.source?.percent_complete, task.percent_complete ?? 0],
      ['level', ours?.source?.outline_level, task.outline_level],
      ['wbs', ours?.source?.wbs, task.wbs],
      ['parent', ours?.parent ?? '0', String(task.parent_uid)],
      ['notes', ours?.notes?.length ?? 0, task.notes_len ?? 0],
    ]
    for (const link of task.predecessors ?? []) {
      const found = plan.dependencies.find(
        (d) => d.successor === String(task.uid) && d.predecessor === String(link.pred_uid) && d.dep_type === link.type,
      )
      pairs.push([`lag from ${link.pred_uid}`, found?.source?.lag_minutes, link.lag_min])
    }
    for (const [field, ourValue, goldenValue] of pairs) {
      compared += 1
      if (ourValue !== goldenValue)
        differences.push(`#${task.uid} ${field}: ${String(ourValue)}, expected ${String(goldenValue)}`)
    }
  }
  test.same(differences, [], `${file}: ${compared} values`)
}

if (!existsSync(corpus)) {
  t.pass('the corpus of real plan files', { skip: 'it is not here' })
} else {
  const files = ['mpxj', 'aspose'].flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, corpus))
      .filter((name) => name.endsWith('.xml'))
      .map((name) => `${folder}/${name}`),
  )

  t.test('every value of every real file equals the reference', async (t) => {
    t.ok(files.length >= 13)
    for (const file of files) {
      const golden = JSON.parse(readFileSync(new URL(`golden/${file}.json`, corpus), 'utf8')) as Golden
      compareTasks(t, readPlan(readFileSync(new URL(file, corpus)), file), golden, file)
    }
  })

  t.test('recurring exceptions fall on the days that the reference gives', async (t) => {
    const file = 'mpxj/calendar-recurring-exceptions-project2013-mspdi.xml'
    const golden = JSON.parse(readFileSync(new URL(`golden/${file}.json`, corpus), 'utf8')) as Golden
    const raw = readMspdi(readFileSync(new URL(file, corpus)), DEFAULT_LIMITS)
    const reach = { firstDay: FIRST_DAY, lastDay: LAST_DAY }
    const calendars = buildCalendars(raw.calendars, { reach, limits: DEFAULT_LIMITS, diagnostics: new Diagnostics() })
    const listed = (golden.calendars[0]?.exceptions ?? []).flatMap((exception) =>
      exception.dates === undefined
        ? [{ from: exception.from, to: exception.to, working: exception.working }]
        : exception.dates.map((date) => ({ from: date, to: date, working: exception.working })),
    )
    // Two rules may name one day; in a plan it stands once.
    const expected = [...new Map(listed.map((range) => [range.from, range])).values()]
    t.ok(expected.length > 100)
    t.same(
      calendars['1']?.exceptions,
      expected.sort((a, b) => (a.from < b.from ? -1 : 1)),
    )
  })

  t.test('a real file written again and read again is the same plan', async (t) => {
    for (const file of files) {
      const plan = readPlan(readFileSync(new URL(file, corpus)), file)
      const again = readPlan(Buffer.from(writeMspdi(plan)), file)
      for (const part of [
        'name',
        'start_date',
        'status_date',
        'calendar',
        'calendars',
        'resources',
        'assignments',
        'dependencies',
      ] as const) {
        t.same(again[part], plan[part], `${file} ${part}`)
      }
      const fields = (p: ImportedPlan) =>
        p.tasks.map(({ source, ...task }) => [task, source?.start, source?.duration_minutes])
      // Elapsed minutes are not minutes of work; those tasks come back with the working days that they were given.
      if (!file.includes('mspdiduration')) t.same(fields(again), fields(plan), `${file} tasks`)
    }
  })
}
