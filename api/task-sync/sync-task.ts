import { type ProjectScope, withScope } from '../access/project-scope.ts'
import type { Ctx } from '../platform/context.ts'
import { lockProject } from '../projects/project-lock.ts'
import { tellWriter } from '../projects/writer.ts'
import { loadProjectFacts } from '../tasks/project-facts.ts'
import { findStoredTask } from '../tasks/task.queries.ts'
import type { TaskFields } from '../tasks/task.schema.ts'
import { createTask } from '../tasks/writing/create-task.ts'
import { updateTask } from '../tasks/writing/update-task.ts'
import { loadIngestToken } from '../tokens/ingest-scope.ts'
import type { TokenRow } from '../tokens/token.queries.ts'
import { recordTokenAudit } from '../tokens/token-audit.ts'
import { announceSynced } from './announce-synced.ts'
import { mapStatus } from './map-status.ts'
import { findParentOf, findSyncLink, loadTaskStamp, membersWithEmail, saveSyncLink } from './task-sync.queries.ts'
import type { TaskSyncInput, TaskSyncResult } from './task-sync.schema.ts'

/** Creates the task of an outside row, or brings it up to date. The project's lock makes two pushes of one row one task. */
export async function syncTask(ctx: Ctx<ProjectScope>, input: TaskSyncInput): Promise<TaskSyncResult> {
  const { projectId, code } = ctx.scope
  await tellWriter(ctx, { reason: `inbound sync: ${input.source}` })
  await lockProject(ctx, projectId)
  const token = await loadIngestToken(ctx)
  const link = await findSyncLink(ctx, input)
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
  const { number } = await loadTaskStamp(ctx, taskId)
  const isParked = email !== '' && assigneeId === null
  await saveSyncLink(ctx, input, { taskId, parkedEmail: isParked ? email : '' })
  const result = {
    task_id: taskId,
    short_id: `${code}-T-${number}`,
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
  readonly token: TokenRow
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

/** The one active member with an address. */
async function findMember(ctx: Ctx<ProjectScope>, email: string): Promise<string | null> {
  const [member, ...others] = await membersWithEmail(ctx, email)
  return member && others.length === 0 ? member.id : null
}

/** The task of the outside parent where it can take a subtask; otherwise the row stands at the top. */
async function findParent(
  ctx: Ctx<ProjectScope>,
  { source, parent_external_id }: TaskSyncInput,
): Promise<string | null> {
  if (!parent_external_id) return null
  return (await findParentOf(ctx, source, parent_external_id))?.id ?? null
}
