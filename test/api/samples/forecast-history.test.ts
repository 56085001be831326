/**
 * A loaded sample has a past: runs of the weeks before, made by simulating the plan as it stood then, and the rewinding
 * that they rest on.
 */
import t from 'tap'
import { rewindColumns } from '../../../api/samples/rewind-columns.ts'
import { allocateColumns, NO_DAY } from '../../../compute/model/schedule-columns.ts'
import { startApp } from '../../support/start-app.ts'

const WEEK_MS = 7 * 86_400_000

t.test('the history of a sample’s forecasts, as its reader sees it', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const { program } = (await ann.post('/programs/load-sample/', { sample: 'late-festival' })).body
  await app.runJobs()
  const [project] = (await ann.get(`/programs/${program.id}/projects/`)).body
  const history = (await ann.get(`/projects/${project.id}/monte-carlo/history/`)).body
  const rows = (history.results ?? history.runs ?? history) as Record<string, string>[]
  t.equal(rows.length, 6)
  const { status_date: dataDate } = (await ann.get(`/projects/${project.id}/`)).body
  for (const [index, row] of rows.entries()) {
    const weeks = (Date.parse(rows[0]?.taken_at as string) - Date.parse(row.taken_at as string)) / WEEK_MS
    t.ok(Math.abs(weeks - index) < 0.01, `one a week: ${weeks}`)
    t.equal(
      (Date.parse(dataDate) - Date.parse(row.status_date as string)) / WEEK_MS,
      index,
      'each of its own data date',
    )
    t.ok((row.p50 as string) <= (row.p80 as string) && (row.p80 as string) <= (row.p95 as string))
    t.ok(row.cpm_finish !== null && Number(row.n_simulations) >= 1000)
  }
  t.ok(new Set(rows.map((row) => row.p50)).size > 1, 'work that slipped has moved the forecast')
  const latest = (await ann.get(`/projects/${project.id}/monte-carlo/latest/`)).body
  t.equal(latest.p50, rows[0]?.p50, 'the last of them is that of today')
  t.ok(latest.distribution.length > 0)
})

t.test('a plan is taken back to an earlier data date', async (t) => {
  const columns = { ...allocateColumns(5, 0), taskCount: 5, statusDay: 100 }
  // Ended before; ended since; began and ended since; under way for long; began since.
  columns.actualStartDay.set([50, 70, 85, 60, 90])
  columns.actualFinishDay.set([60, 89, 95, NO_DAY, NO_DAY])
  columns.percentComplete.set([100, 100, 100, 40, 30])
  columns.plannedStartDay.set([49, 70, 84, 100, 100])
  const then = rewindColumns(columns, 80)
  t.equal(then.statusDay, 80)
  t.strictSame([...then.actualStartDay], [50, 70, NO_DAY, 60, NO_DAY])
  t.strictSame([...then.actualFinishDay], [60, NO_DAY, NO_DAY, NO_DAY, NO_DAY])
  t.strictSame([...then.percentComplete], [100, 50, 0, 20, 0])
  t.strictSame([...then.plannedStartDay], [49, NO_DAY, 85, NO_DAY, 90])
  t.strictSame([...columns.percentComplete], [100, 100, 100, 40, 30], 'and the plan of today stays as it is')
})
