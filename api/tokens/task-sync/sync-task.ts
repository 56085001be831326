import { type ProjectScope, withScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, sqlOne } from '../../platform/db/sql.ts'
import { lockProject } from '../../projects/project-lock.ts'
import { createTask } from '../../tasks/create-task.ts'
import { loadProjectFacts } from '../../tasks/project-facts.ts'
import { findStoredTask } from '../../tasks/task.queries.ts'
import type { TaskFields } from '../../tasks/task.schema.ts'
import { updateTask } from '../../tasks/update-task.ts'
import type { ApiToken } from '../api-token.entity.ts'
import { recordTokenAudit } from '../token-audit.ts'
import { announceSynced } from './announce-synced.ts'
import { loadIngestToken } from './ingest-scope.ts'
import { mapStatus } from './map-status.ts'
import type { TaskSyncInput, TaskSyncResult } from './task-sync.schema.ts'

interface SyncLink {
  readonly task_id: string
  readonly parked_email: string
}

/** Creates the task of an outside row, or brings it up to date. The project's lock makes two pushes of one row one task. */
export async function syncTask(ctx: Ctx<ProjectScope>, input: TaskSyncInput): Promise<TaskSyncResult> {
  const { projectId, code } = ctx.scope
  await lockProject(ctx, projectId)
  const token = await loadIngestToken(ctx)
  const link = await findLink(ctx, input)
  const stored = link && (await findStoredTask(ctx, projectId, link.task_id))
  const email = input.assignee_email || (link?.parked_email ?? '')
  const assigneeId = email === '' ? null : await findMember(ctx, email)
  // The rules of tasks are asked in the name of the system: what a token may do was decided by its scope.
  const asSystem = withScope<ProjectScope>(
    { ...ctx, actor: { kind: 'system' }, caller: { ...ctx.caller, source: input.source } },
    ctx.scope,
  )
  const facts = { token, assigneeId }
  const taskId = stored
    ? await updateSynced(asSystem, input, stored, facts)
    : await createSynced(asSystem, input, facts)
  const number = await sqlOne<{ number: number }>(ctx, 'select number from tasks where id = $1', [taskId])
  const isParked = email !== '' && assigneeId === null
  await saveLink(ctx, input, { taskId, parkedEmail: isParked ? email : '' })
  const result = {
    task_id: taskId,
    short_id: `${code}-T-${number?.number}`,
    created: !stored,
    assignee_resolved: assigneeId !== null,
  }
  await recordTokenAudit(ctx, token, 'used', {
    source: input.source,
    external_id: input.external_id,
    created: result.created,
    assignee_resolved: result.assignee_resolved,
  })
  return result
}

interface SyncFacts {
  readonly token: ApiToken
  readonly assigneeId: string | null
}

async function createSynced(ctx: Ctx<ProjectScope>, input: TaskSyncInput, facts: SyncFacts): Promise<string> {
  const { projectId } = ctx.scope
  const status = mapStatus(input.status ?? '', facts.token.status_map ?? null)
  const today = ctx.services.clock.today((await loadProjectFacts(ctx, projectId)).timezone)
  const parentId = await findParent(ctx, input)
  const { id } = await createTask(
    ctx,
    {
      ...fieldsOf(input),
      name: input.name || input.external_id,
      status,
      ...(status === 'IN_PROGRESS' ? { actual_start: today } : {}),
      ...(status === 'COMPLETE' ? { actual_finish: today, remaining_points: 0 } : {}),
      ...(facts.assigneeId === null ? {} : { assignee: facts.assigneeId }),
      ...(parentId === null ? {} : { parent_id: parentId, is_subtask: true }),
    },
    { isQuiet: true },
  )
  await announceSynced(ctx, { taskId: id, parentId, before: null })
  return id
}

type Stored = NonNullable<Awaited<ReturnType<typeof findStoredTask>>>

/** What was sent overwrites, also with nothing; what was not sent stays. People and phases keep what is theirs. */
async function updateSynced(
  ctx: Ctx<ProjectScope>,
  input: TaskSyncInput,
  stored: Stored,
  facts: SyncFacts,
): Promise<string> {
  const { row, shape } = stored
  const fields: TaskFields = { ...fieldsOf(input) }
  if (input.name !== undefined) fields.name = input.name || input.external_id
  if (input.status !== undefined && !shape.isPhase) {
    fields.status = mapStatus(input.status, facts.token.status_map ?? null)
  }
  if (facts.assigneeId !== null && row.assignee_id === null && !shape.isPhase) fields.assignee = facts.assigneeId
  await updateTask(ctx, row.id, fields, { isQuiet: true })
  await announceSynced(ctx, { taskId: row.id, parentId: null, before: row })
  return row.id
}

function fieldsOf(input: TaskSyncInput): TaskFields {
  return {
    ...(input.description === undefined ? {} : { notes: input.description }),
    ...(input.story_points === undefined ? {} : { story_points: input.story_points }),
  }
}

function findLink(ctx: Ctx<ProjectScope>, input: TaskSyncInput): Promise<SyncLink | undefined> {
  return sqlOne<SyncLink>(
    ctx,
    'select task_id, parked_email from task_sync_links where project_id = $1 and source = $2 and external_id = $3',
    [ctx.scope.projectId, input.source, input.external_id],
  )
}

/** The one active member with an address. */
async function findMember(ctx: Ctx<ProjectScope>, email: string): Promise<string | null> {
  const rows = await sql<{ id: string }>(
    ctx,
    `select a.id from accounts a
     join project_members m on m.account_id = a.id and m.project_id = $1 and not m.is_deleted
     where lower(a.email) = lower($2) and a.is_active limit 2`,
    [ctx.scope.projectId, email],
  )
  return rows.length === 1 ? (rows[0]?.id ?? null) : null
}

/** The task of the outside parent where it can take a subtask; otherwise the row stands at the top. */
async function findParent(ctx: Ctx<ProjectScope>, input: TaskSyncInput): Promise<string | null> {
  if (!input.parent_external_id) return null
  const row = await sqlOne<{ id: string }>(
    ctx,
    `select t.id from task_sync_links l join tasks t on t.id = l.task_id
     where l.project_id = $1 and l.source = $2 and l.external_id = $3 and not t.is_deleted and not t.is_subtask
       and not t.is_milestone and t.wbs_order is not null and not exists (
         select 1 from tasks c where c.parent_id = t.id and not c.is_deleted and not c.is_subtask)`,
    [ctx.scope.projectId, input.source, input.parent_external_id],
  )
  return row?.id ?? null
}

/** Parent and address are remembered also when they led nowhere yet. */
async function saveLink(
  ctx: Ctx<ProjectScope>,
  input: TaskSyncInput,
  facts: { taskId: string; parkedEmail: string },
): Promise<void> {
  await sql(
    ctx,
    `insert into task_sync_links as l
       (project_id, source, external_id, task_id, external_url, parent_external_id, parked_email, created_at, updated_at)
     values ($1, $2, $3, $4, coalesce($5, ''), coalesce($6, ''), $7, $8, $8)
     on conflict (project_id, source, external_id) do update set task_id = excluded.task_id,
       external_url = coalesce($5, l.external_url), parent_external_id = coalesce($6, l.parent_external_id),
       parked_email = excluded.parked_email, updated_at = excluded.updated_at`,
    [
      ctx.scope.projectId,
      input.source,
      input.external_id,
      facts.taskId,
      input.external_url ?? null,
      input.parent_external_id ?? null,
      facts.parkedEmail,
      ctx.services.clock.now(),
    ],
  )
}
