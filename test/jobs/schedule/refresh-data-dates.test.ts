import t from 'tap'
import type { Clock } from '../../../api/platform/clock.ts'
import { civilDay } from '../../../api/platform/clock.ts'
import { recomputeProjectBody } from '../../../jobs/schedule/recompute-project.ts'
import { refreshDataDatesBody } from '../../../jobs/schedule/refresh-data-dates.ts'
import {
  buildLink,
  buildProgram,
  buildProject,
  buildTask,
  waitingRecomputes,
} from '../../api/schedule/build-project.ts'
import { startApp } from '../../support/start-app.ts'
import { TASK_DATES } from '../../support/task-dates.ts'

t.test('projects whose data date is today', async (t) => {
  let now = new Date('2026-01-05T22:00:00Z')
  const clock: Clock = { now: () => now, today: (zone) => civilDay(now, zone) }
  const app = await startApp(t, { clock })
  const computed = async (fields: Parameters<typeof buildProject>[2], percentComplete = 0) => {
    const project = await buildProject(app, [], fields)
    await buildTask(app, project, { percentComplete })
    await recomputeProjectBody(app.services, { projectId: project })
    return project
  }
  const plain = await computed({ statusDate: null })
  const eastern = await computed({ statusDate: null })
  await app.sql(`update projects set timezone = 'Asia/Tokyo' where id = $1`, [eastern])
  await computed({})
  await computed({ statusDate: null }, 100)
  await computed({ statusDate: null, isArchived: true })
  const program = await buildProgram(app)
  const [from, to] = [
    await buildProject(app, [], { programId: program, statusDate: null }),
    await buildProject(app, [], { programId: program, statusDate: null }),
  ]
  await buildLink(app, await buildTask(app, from), await buildTask(app, to))
  await recomputeProjectBody(app.services, { projectId: from })

  await refreshDataDatesBody(app.services)
  t.same(await waitingRecomputes(app), [], 'the day has not turned anywhere')

  now = new Date('2026-01-06T14:00:00Z')
  await app.sql(`update projects set recalculated_at = '2026-01-06T14:59:00Z' where id = $1`, [plain])
  now = new Date('2026-01-06T15:30:00Z')
  await refreshDataDatesBody(app.services)
  t.same(await waitingRecomputes(app), [`recompute:${eastern}`], 'past midnight in Tokyo alone')

  now = new Date('2026-01-07T00:05:00Z')
  await refreshDataDatesBody(app.services)
  t.same(await waitingRecomputes(app), [`recompute:${plain}`, `recompute:${eastern}`].sort())
  await app.runJobs()
  t.same(
    await app.sql(`select early_start from ${TASK_DATES} join tasks t on t.id = s.task_id where t.project_id = $1`, [
      plain,
    ]),
    [{ early_start: '2026-01-07' }],
  )
})
