import { newId } from '../../../api/platform/ids.ts'
import { joinProject } from '../../support/projects.ts'
import type { TestApp, TestUser } from '../../support/start-app.ts'

export interface ProjectFields {
  name?: string
  code?: string
  startDate?: string
  statusDate?: string | null
  programId?: string | null
  isArchived?: boolean
}

export interface TaskFields {
  name?: string
  duration?: number
  parentId?: string
  isMilestone?: boolean
  status?: string
  type?: string
  percentComplete?: number
  plannedStart?: string
  actualStart?: string
  actualFinish?: string
  optimistic?: number
  mostLikely?: number
  pessimistic?: number
  isDeleted?: boolean
}

let codeCount = 0

/** A project with members by role. The status date stands on the start unless given, so that no test depends on today. */
export async function buildProject(
  app: TestApp,
  members: readonly (readonly [TestUser, number])[],
  fields: ProjectFields = {},
): Promise<string> {
  const id = newId()
  const startDate = fields.startDate ?? '2026-01-05'
  await app.sql(
    `insert into projects (id, name, code, start_date, status_date, program_id, is_archived) values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      id,
      fields.name ?? 'Bridge',
      fields.code ?? `P${++codeCount}`,
      startDate,
      fields.statusDate === undefined ? startDate : fields.statusDate,
      fields.programId ?? null,
      fields.isArchived ?? false,
    ],
  )
  for (const [user, role] of members) await joinProject(app, id, user, role)
  return id
}

export async function buildProgram(app: TestApp): Promise<string> {
  const id = newId()
  await app.sql('insert into programs (id, name, code) values ($1, $2, $3)', [id, 'Rollout', `rollout-${++codeCount}`])
  return id
}

export async function buildTask(app: TestApp, projectId: string, fields: TaskFields = {}): Promise<string> {
  const id = newId()
  await app.sql(
    `insert into tasks (id, project_id, number, name, duration, parent_id, wbs_order, is_milestone, status, type,
       percent_complete, planned_start, actual_start, actual_finish, optimistic_duration, most_likely_duration,
       pessimistic_duration, is_deleted)
     select $1, $2, n, coalesce($3, 'Task ' || n), $4, $5::uuid, array[n], $6, $7, $8, $9, $10::date, $11::date, $12::date,
       $13, $14, $15, $16
     from (select coalesce(max(number), 0) + 1 as n from tasks where project_id = $2) as next`,
    [
      id,
      projectId,
      fields.name ?? null,
      fields.duration ?? 1,
      fields.parentId ?? null,
      fields.isMilestone ?? false,
      fields.status ?? 'NOT_STARTED',
      fields.type ?? 'task',
      fields.percentComplete ?? 0,
      fields.plannedStart ?? null,
      fields.actualStart ?? null,
      fields.actualFinish ?? null,
      fields.optimistic ?? null,
      fields.mostLikely ?? null,
      fields.pessimistic ?? null,
      fields.isDeleted ?? false,
    ],
  )
  return id
}

export async function buildLink(
  app: TestApp,
  predecessor: string,
  successor: string,
  fields: { depType?: string; lag?: number; lagUnit?: string; isPending?: boolean } = {},
): Promise<string> {
  const id = newId()
  await app.sql(
    `insert into dependencies (id, predecessor_id, successor_id, predecessor_project_id, successor_project_id, dep_type, lag, lag_unit, is_pending)
     select $1, p.id, s.id, p.project_id, s.project_id, $4, $5, $6, $7 from tasks p, tasks s where p.id = $2 and s.id = $3`,
    [
      id,
      predecessor,
      successor,
      fields.depType ?? 'FS',
      fields.lag ?? 0,
      fields.lagUnit ?? 'working',
      fields.isPending ?? false,
    ],
  )
  return id
}

/** Socket events of a project so far, oldest first. */
export async function eventsOf(
  app: TestApp,
  projectId: string,
): Promise<{ name: string; payload: Record<string, unknown> }[]> {
  const rows = await app.sql<{ name: string; payload: string }>(
    'select socket_name as name, socket_payload as payload from outbox_events where channel = $1 and socket_name is not null order by id',
    [projectId],
  )
  return rows.map((row) => ({ name: row.name, payload: JSON.parse(row.payload) }))
}

export async function webhooksOf(
  app: TestApp,
  projectId: string,
): Promise<{ name: string; payload: Record<string, unknown> }[]> {
  const rows = await app.sql<{ name: string; payload: string }>(
    'select webhook_name as name, webhook_payload as payload from outbox_events where channel = $1 and webhook_name is not null order by id',
    [projectId],
  )
  return rows.map((row) => ({ name: row.name, payload: JSON.parse(row.payload) }))
}

/** Keys of the recompute requests that wait in the queue, whoever asked. */
export async function waitingRecomputes(app: TestApp): Promise<string[]> {
  const rows = await app.sql<{ key: string }>(
    `select distinct regexp_replace(key, '^recompute-unattended', 'recompute') as key from graphile_worker.jobs
     where key ~ '^recompute(-unattended)?:' order by key`,
  )
  return rows.map((row) => row.key)
}
