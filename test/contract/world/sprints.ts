import type { Plot } from './kinds.ts'
import { made, ok } from './made.ts'

/** One that has not begun, and one under way that something was added to. */
export async function makeSprints({ app, builder, ids }: Plot): Promise<void> {
  const dates = { start_date: '2026-02-02', finish_date: '2026-02-13' }
  ids.sprint = await made(builder, `/projects/${ids.project}/sprints/`, { name: 'Planned', ...dates })
  ids.closedSprint = await made(builder, `/projects/${ids.project}/sprints/`, { name: 'Closed', ...dates })
  await made(builder, '/tasks/', {
    name: 'Shipped',
    project: ids.project,
    sprint: ids.closedSprint,
    status: 'COMPLETE',
  })
  await ok(builder.post(`/sprints/${ids.closedSprint}/activate/`))
  await ok(builder.post(`/sprints/${ids.closedSprint}/close/`))
  await app.runJobs()
  const [outcome] = await app.sql<{ id: string }>(
    'update sprint_task_outcomes set demo_ready = true where sprint_id = $1 returning id',
    [ids.closedSprint],
  )
  ids.outcome = outcome?.id as string
  await makeRounds({ builder, ids })
  const retro = await ok(builder.post(`/sprints/${ids.closedSprint}/retro/`, { action_items: [{ text: 'Brew tea' }] }))
  ids.retroAction = retro.action_items[0].id
  ids.retroItem = await made(builder, `/sprints/${ids.closedSprint}/retro-board/`, { text: 'No tea' })
  const later = { start_date: '2026-02-16', finish_date: '2026-02-27' }
  ids.laterSprint = await made(builder, `/projects/${ids.project}/sprints/`, { name: 'Later', ...later })
  const active = await made(builder, `/projects/${ids.project}/sprints/`, { name: 'Under way', ...dates })
  await ok(builder.post(`/sprints/${active}/activate/`))
  ids.added = await made(builder, '/tasks/', { name: 'Added', project: ids.project, sprint: active })
  const [change] = await app.sql<{ id: string }>('select id from sprint_scope_changes where sprint_id = $1', [active])
  ids.activeSprint = active
  // Ended badly, so that it can be read and the sprint be closed again and again.
  await app.sql(
    `insert into sprint_close_requests (id, sprint_id, carry_over, pending_disposition, status, failure_reason, requested_at)
     values (gen_random_uuid(), $1, 'backlog', 'carry', 'failed', 'error', now())`,
    [active],
  )
  ids.scopeChange = change?.id as string
  const [suggestion] = await app.sql<{ id: string }>(
    `insert into velocity_suggestions (id, task_id, sprint_id, suggested_duration, team_velocity_per_day, flag_for_review, created_at)
     values (gen_random_uuid(), $1, $2, 3, 2, false, now()) returning id`,
    [ids.added, ids.closedSprint],
  )
  ids.suggestion = suggestion?.id as string
  const [proposal] = await app.sql<{ id: string }>(
    `insert into signal_ceiling_proposals (id, project_id, signal, from_ceiling, to_ceiling, created_at, expires_at)
     values (gen_random_uuid(), $1, 'pulse', 'team', 'team_sm', now(), now() + interval '3 days') returning id`,
    [ids.project],
  )
  ids.proposal = proposal?.id as string
}

/** A round that is open and one that is revealed, and a task to estimate next. */
async function makeRounds({ builder, ids }: Pick<Plot, 'builder' | 'ids'>): Promise<void> {
  const task = (name: string) => made(builder, '/tasks/', { name, project: ids.project, sprint: ids.sprint })
  ids.round = await made(builder, `/sprints/${ids.sprint}/poker/`, { task: await task('Guessed') })
  ids.revealedRound = await made(builder, `/sprints/${ids.sprint}/poker/`, { task: await task('Turned over') })
  await ok(builder.post(`/poker/${ids.revealedRound}/reveal/`))
  ids.estimated = await task('Unknown')
}
