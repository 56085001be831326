import t from 'tap'
import { parsePlanJson } from '../../../api/cli/plan-files/read-input.ts'
import { runCpm } from '../../../compute/cpm/run-cpm.ts'
import { buildGraph } from '../../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../../compute/model/columns-from-plan.ts'
import { scheduleDocument } from '../../../compute/model/documents/schedule-document.ts'
import { optionOf } from '../../support/long-options.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'
import { RandomStory } from './random-story.ts'

const STORIES = optionOf('stories', 6)
const FIRST_SEED = optionOf('seed', 1)
const STEPS = optionOf('steps', 40)

const FIELDS = [
  'early_start',
  'early_finish',
  'late_start',
  'late_finish',
  'scheduled_start',
  'total_float',
  'free_float',
  'is_critical',
] as const

type Row = Record<string, unknown> & { short_id: string; name: string }

/** What the service shows, one line a task by its number. */
async function shownDates(app: TestApp, projectId: string): Promise<{ rows: Row[]; lines: Map<string, string> }> {
  const { body } = await app.owner.get(`/tasks/?project=${projectId}&page_size=500`)
  const rows = body.results as Row[]
  const lineOf = (row: Row) => FIELDS.map((field) => String(row[field])).join(' ')
  const dated = rows.filter((row) => row.early_start !== null)
  return { rows, lines: new Map(dated.map((row) => [row.short_id.split('-T-')[1] as string, lineOf(row)])) }
}

/** What `svc schedule` makes of the export. */
async function exportedDates(app: TestApp, projectId: string): Promise<Map<string, string>> {
  const exported = await app.owner.get(`/projects/${projectId}/export/plan.json`)
  const plan = parsePlanJson(exported.text)
  if (plan.tasks.length === 0) return new Map()
  const columns = columnsFromPlan(plan)
  const document = scheduleDocument(plan, runCpm(buildGraph(columns)), columns)
  return new Map(document.tasks.map((task) => [task.id, FIELDS.map((field) => String(task[field])).join(' ')]))
}

function differences(here: ReadonlyMap<string, string>, there: ReadonlyMap<string, string>): string[] {
  const ids = [...new Set([...here.keys(), ...there.keys()])].sort((a, b) => Number(a) - Number(b))
  return ids.flatMap((id) =>
    here.get(id) === there.get(id) ? [] : [`T-${id}: shown ${here.get(id)}, export ${there.get(id)}`],
  )
}

/** What no story may end in, whatever the dates are. */
function wrongRows(rows: readonly Row[]): string[] {
  return rows.flatMap((row) => {
    const isScheduled = row.status !== 'BACKLOG' && row.type !== 'epic'
    if (isScheduled !== (row.early_start !== null))
      return [`${row.short_id} is ${row.status} and has ${row.early_start}`]
    if (row.is_milestone && row.early_start !== row.early_finish) return [`${row.short_id} is no moment`]
    return []
  })
}

t.setTimeout(60_000 + 10_000 * STORIES)

t.test(`what is exported computes to the stored dates, after ${STORIES} random stories`, async (t) => {
  t.setTimeout(60_000 + 10_000 * STORIES)
  const app = await startApp(t)
  const today = app.services.clock.today()
  for (let seed = FIRST_SEED; seed < FIRST_SEED + STORIES; seed++) {
    const { projectId, log } = await new RandomStory(app.owner, seed, today).tell(STEPS)
    await app.runJobs()
    const { rows, lines } = await shownDates(app, projectId)
    const { body: summary } = await app.owner.get(`/projects/${projectId}/status-summary/`)
    const problems = [
      ...differences(lines, await exportedDates(app, projectId)),
      ...wrongRows(rows),
      ...('dates_stale_since' in summary ? [`stale: ${JSON.stringify(summary.dates_stale_because)}`] : []),
    ]
    if (problems.length > 0) t.fail(`story ${seed}`, { problems, log })
  }
  t.pass('told')
})
