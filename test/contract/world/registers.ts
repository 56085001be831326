import { newId } from '../../../api/platform/ids.ts'
import type { Plot } from './kinds.ts'
import { made, ok } from './made.ts'

/** What a project keeps beside its tasks. */
export async function makeRegisters({ app, builder, ids }: Plot): Promise<void> {
  const at = `/projects/${ids.project}`
  ids.field = await made(builder, `${at}/fields/`, { name: 'Depth', field_type: 'TEXT' })
  await ok(builder.put(`${at}/tasks/${ids.beta}/field-values/${ids.field}/`, { value: 'deep' }))
  ids.risk = await made(builder, `${at}/risks/`, { title: 'Tide', probability: 3, impact: 3, tasks: [ids.beta] })
  ids.harbour = await made(builder, `${at}/phases/`, { name: 'Harbour' })
  ids.boardView = await made(builder, `${at}/board-views/`, { name: 'Mine', config: {} })
  ids.baseline = await made(builder, `${at}/baselines/`, {})
  ids.relation = await made(builder, '/task-relations/', { source: ids.beta, target: ids.child })
  ids.template_task = await made(builder, '/tasks/', { name: 'Weekly', project: ids.project })
  ids.rule = await made(builder, '/recurrence-rules/', { task: ids.template_task })
  ids.mentionGroup = await made(builder, `${at}/mention-groups/`, { name: 'crew' })
  ids.programMentionGroup = await made(builder, `/programs/${ids.program}/mention-groups/`, { name: 'board' })
  ids.timeEntry = await made(builder, `/tasks/${ids.beta}/time-entries/`, { minutes: 90 })
  await ok(builder.post('/me/timer/start', { task: ids.beta }))
  const hook = { url: 'https://9.9.9.9/hook', events: ['risk.closed'] }
  ids.webhook = await made(builder, `${at}/webhooks/`, hook)
  ids.programWebhook = await made(builder, `/programs/${ids.program}/webhooks/`, hook)
  ids.delivery = await ended(builder, app, `${at}/webhooks/${ids.webhook}/`)
  ids.programDelivery = await ended(builder, app, `/programs/${ids.program}/webhooks/${ids.programWebhook}/`)
  await ok(builder.put(`/integrations${at}/git-automation/`, { enabled: true }))
  ids.stakeholder = await made(builder, `/programs/${ids.program}/external-stakeholders/`, {
    name: 'Pilot',
    email: 'pilot@example.org',
  })
  ids.ceremony = await made(builder, `/programs/${ids.program}/ceremonies/`, {
    name: 'Risk review',
    cadence_type: 'on_milestone',
  })
  ids.failedTask = newId()
  await app.sql(
    `insert into failed_tasks (id, job_id, task_name, payload, first_failed_at, last_failed_at)
     values ($1, (select coalesce(max(job_id), 900000) + 1 from failed_tasks), 'send_mail', '{}', now(), now())`,
    [ids.failedTask],
  )
  ids.projectExport = await over(app, builder.account.id, { project: ids.project })
  ids.programExport = await over(app, builder.account.id, { program: ids.program })
  ids.workspaceExport = await over(app, builder.account.id, {})
  ids.slip = newId()
  await app.sql(
    `insert into slip_conflicts (id, project_id, sprint_id, task_id, pushed_to, detected_at)
     values ($1, $2, $3, $4, '2026-03-02', now())`,
    [ids.slip, ids.project, ids.sprint, ids.beta],
  )
}

/** A delivery of the webhook that has ended. */
async function ended(builder: Plot['builder'], app: Plot['app'], webhook: string): Promise<string> {
  const asked = await builder.post(`${webhook}test/`)
  const id = asked.body.delivery_id as string
  await app.sql("update webhook_deliveries set status = 'success', completed_at = now() where id = $1", [id])
  return id
}

/** An export that has ended badly, so that another may begin. */
async function over(
  app: Plot['app'],
  accountId: string,
  place: { project?: string | undefined; program?: string | undefined },
): Promise<string> {
  const id = newId()
  await app.sql(
    `insert into export_jobs (id, project_id, program_id, requested_by_id, status, expires_at, completed_at)
     values ($1, $2, $3, $4, 'failed', now() + interval '7 days', now())`,
    [id, place.project ?? null, place.program ?? null, accountId],
  )
  return id
}
