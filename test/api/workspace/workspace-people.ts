import type { TestApp, TestUser } from '../../support/start-app.ts'

/** Gives somebody a workspace role without asking. */
export async function setRole(app: TestApp, user: TestUser, role: number): Promise<TestUser> {
  await app.sql(
    `insert into workspace_members (account_id, role) values ($1, $2)
     on conflict (account_id) do update set role = excluded.role`,
    [user.account.id, role],
  )
  return user
}

export interface AuditRow {
  event_type: string
  actor_label: string
  target_label: string
  metadata: Record<string, unknown>
}

/** Audit rows about people and settings, or about projects, oldest first. */
export function auditRows(app: TestApp, about: 'people' | 'projects' = 'people'): Promise<AuditRow[]> {
  return app.sql<AuditRow>(
    `select event_type, actor_label, target_label, metadata from workspace_audit_events
     where (target_type = 'project') = $1 order by id`,
    [about === 'projects'],
  )
}
