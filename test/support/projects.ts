import type { TestApp, TestUser } from './start-app.ts'

export interface MadeProject {
  readonly id: string
  readonly code: string
}

/** A project of the user, starting on a Monday. */
export async function makeProject(user: TestUser, more: object = {}): Promise<MadeProject> {
  const created = await user.post('/projects/', { name: 'Website Redesign', start_date: '2026-01-05', ...more })
  if (created.status !== 201) throw new Error(created.text)
  return created.body
}

/** Makes somebody a member without asking; answers the membership. */
export async function joinProject(app: TestApp, projectId: string, user: TestUser, role: number): Promise<string> {
  const rows = await app.sql<{ id: string }>(
    'insert into project_members (id, project_id, account_id, role) values (gen_random_uuid(), $1, $2, $3) returning id',
    [projectId, user.account.id, role],
  )
  return rows[0]?.id as string
}

/** Names of a project's socket events in order. */
export async function socketEvents(app: TestApp, projectId: string): Promise<string[]> {
  const rows = await app.sql<{ socket_name: string }>(
    'select socket_name from outbox_events where channel = $1 and socket_name is not null order by seq',
    [projectId],
  )
  return rows.map((row) => row.socket_name)
}

/** Whether a recompute of the project waits. */
export async function awaitsRecompute(app: TestApp, projectId: string): Promise<boolean> {
  const keys = [`recompute:${projectId}`, `recompute-unattended:${projectId}`]
  return (await app.sql('select 1 from graphile_worker.jobs where key = any($1)', [keys])).length > 0
}

/** Forgets waiting jobs and events, so that the next assertion sees only what follows. */
export async function forgetConsequences(app: TestApp): Promise<void> {
  await app.sql('delete from outbox_events')
  await app.sql('select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))')
}
