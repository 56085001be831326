import type { Ctx } from '../../../api/platform/context.ts'
import { defineEvent, emit } from '../../../api/platform/events/define-event.ts'
import { newId } from '../../../api/platform/ids.ts'
import type { TestApp } from '../../support/start-app.ts'

/** Events as slices declare them: kept for sockets, for webhooks only, and passing by. */
export const noted = defineEvent<{ id: string }>({ socket: 'task_updated', webhook: 'task.updated' })
export const hookOnly = defineEvent<{ id: string }>({ webhook: 'schedule.recalculated' })
export const passing = defineEvent<{ task_run_id: string }>({ socket: 'task_run_progress', isKept: false })

/** A project with members by account id and role. */
export async function project(app: TestApp, members: Record<string, number>): Promise<string> {
  const id = newId()
  await app.sql(`insert into projects (id, name, code, start_date) values ($1, 'Sockets', $2, '2026-01-05')`, [
    id,
    id.slice(-8).toUpperCase(),
  ])
  for (const [accountId, role] of Object.entries(members)) {
    await app.sql(
      'insert into project_members (id, project_id, account_id, role) values (gen_random_uuid(), $1, $2, $3)',
      [id, accountId, role],
    )
  }
  return id
}

/** Commits events the way a use case does. */
export function write(app: TestApp, work: (ctx: Ctx) => void): Promise<void> {
  return app.services.systemContext(async (ctx) => work(ctx))
}

export function note(app: TestApp, projectId: string, id: string): Promise<void> {
  return write(app, (ctx) => emit(ctx, noted, { projectId, payload: { id } }))
}
