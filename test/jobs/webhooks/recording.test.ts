import t from 'tap'
import { newId } from '../../../api/platform/ids.ts'
import type { Answer } from '../../../api/webhooks/deliveries/judge-attempt.ts'
import { recordAttempts } from '../../../api/webhooks/deliveries/record-attempts.ts'
import { buildProject } from '../../api/tasks/support/build-project.ts'
import { LETS_LOCAL_IN } from '../../support/deliveries.ts'
import { startApp } from '../../support/start-app.ts'
import { addWebhook, tellTasks } from '../../support/webhook-scene.ts'

const SECRET = 'whsec_order_0123456789abcdef0123456789abcdef'

t.test('attempts recorded together count in the order they ended', async (t) => {
  const app = await startApp(t, { env: LETS_LOCAL_IN })
  const { id: project } = await buildProject(app)
  const webhook = await addWebhook(app.services, project, 'http://127.0.0.1:9/', SECRET)
  const record = async (...statuses: number[]) => {
    await tellTasks(
      app.services,
      project,
      statuses.map(() => newId()),
    )
    const due = await app.sql<{ id: string }>(
      "select id from webhook_deliveries where status = 'pending' order by sequence_number",
    )
    const attempts = statuses.map((status, index) => ({
      delivery: { id: due[index]!.id, webhook_id: webhook, event_type: 'task.created', attempt_count: 0 },
      answer: { kind: 'answered', status } satisfies Answer,
    }))
    await recordAttempts(app.services, attempts)
    const ended = 'select status from webhook_deliveries where id = any($1) order by sequence_number'
    const [row] = await app.sql<{ consecutive_failures: number }>('select consecutive_failures from webhooks')
    return [
      ...(await app.sql<{ status: string }>(ended, [due.map(({ id }) => id)])).map(({ status }) => status),
      row?.consecutive_failures,
    ]
  }
  t.same(await record(410, 204), ['failed', 'success', 0], 'a success after a failure begins anew')
  t.same(await record(204, 410), ['success', 'failed', 1], 'a failure after a success counts')
  t.same(await record(204), ['success', 0], 'a success alone forgets it')
  t.same(await record(204, 204), ['success', 'success', 0])
})
