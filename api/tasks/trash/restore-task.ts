import type { ProjectScope } from '../../access/project-scope.ts'
import { lockEdgeProjects } from '../../dependencies/lock-edges.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, sqlOne } from '../../platform/db/sql.ts'
import { notFound, refuseUnless } from '../../platform/errors.ts'
import { emit } from '../../platform/events/define-event.ts'
import { lockProject } from '../../projects/project-lock.ts'
import { requestRecompute } from '../../schedule/request-recompute.ts'
import { parkNewPhases, unparkFormerPhases } from '../structure/park-phases.ts'
import { nextLabel, pathAfter } from '../structure/wbs-position.ts'
import { taskRestored } from '../task.events.ts'
import { restoreEdges } from './restore-edges.ts'

interface DeletedRow {
  id: string
  parent_id: string | null
  is_subtask: boolean
  wbs_order: number[] | null
  deleted_at: string
}

interface Place {
  readonly parentId: string | null
  readonly isSubtask: boolean
  readonly wbsOrder: number[] | null
  /** The row stands exactly where it stood. */
  readonly isOldPlace: boolean
}

/**
 * Brings a deleted task back with the drawer subtasks and links that went with it. It returns to its place; when that
 * is taken or its parent is gone, it becomes the last child of the nearest row that lives.
 */
export async function restoreTask(ctx: Ctx<ProjectScope>, taskId: string): Promise<void> {
  const { projectId, programId } = ctx.scope
  await lockEdgeProjects(ctx, { programId, projectIds: [projectId, ...(await linkedProjects(ctx, taskId))] })
  const row = await sqlOne<DeletedRow>(
    ctx,
    'select id, parent_id, is_subtask, wbs_order, deleted_at from tasks where id = $1 and project_id = $2 and is_deleted',
    [taskId, projectId],
  )
  refuseUnless(row, notFound)
  const place = await findPlace(ctx, projectId, row)
  const restored = await restoreRows(ctx, projectId, row, place)
  if (place.isOldPlace) await takeChildrenBack(ctx, projectId, row, place)
  await parkNewPhases(ctx, projectId, [taskId, ...(place.parentId === null ? [] : [place.parentId])])
  await unparkFormerPhases(ctx, projectId, [taskId])
  await restoreEdges(ctx, restored, row.deleted_at)
  emit(ctx, taskRestored, { projectId, payload: { id: taskId } })
  requestRecompute(ctx, projectId)
}

/** Projects that deleted links of the task reach into; their locks come before any row is read. */
async function linkedProjects(ctx: Ctx<unknown>, taskId: string): Promise<string[]> {
  const rows = await sql<{ project_id: string }>(
    ctx,
    `select distinct unnest(array[predecessor_project_id, successor_project_id]) as project_id
     from dependencies where is_deleted and (predecessor_id = $1 or successor_id = $1)`,
    [taskId],
  )
  return rows.map((row) => row.project_id)
}

async function findPlace(ctx: Ctx<unknown>, projectId: string, row: DeletedRow): Promise<Place> {
  const parent = await nearestLiveParent(ctx, projectId, row.parent_id)
  const isSubtask = row.is_subtask && parent !== null && parent.id === row.parent_id && !parent.has_structural_child
  const parentPath = parent?.wbs_order ?? []
  const parentId = parent?.id ?? null
  if (row.wbs_order === null) return { parentId, isSubtask, wbsOrder: null, isOldPlace: false }
  if (parentId === row.parent_id && (await isFree(ctx, projectId, row.wbs_order, parentPath))) {
    return { parentId, isSubtask, wbsOrder: row.wbs_order, isOldPlace: true }
  }
  const label = await nextLabel(ctx, projectId, parentPath)
  return { parentId, isSubtask, wbsOrder: [...parentPath, label], isOldPlace: false }
}

interface LiveParent {
  id: string
  wbs_order: number[]
  has_structural_child: boolean
}

/** Walks up past deleted rows, and past those that may have no children any more. */
async function nearestLiveParent(
  ctx: Ctx<unknown>,
  projectId: string,
  parentId: string | null,
): Promise<LiveParent | null> {
  const row = await sqlOne<LiveParent>(
    ctx,
    `with recursive above as (
       select t.*, 1 as distance from tasks t where t.id = $2 and t.project_id = $1
       union all
       select t.*, a.distance + 1 from above a join tasks t on t.id = a.parent_id
     )
     select a.id, a.wbs_order,
       exists (select 1 from tasks c where c.parent_id = a.id and not c.is_deleted and not c.is_subtask) as has_structural_child
     from above a where not a.is_deleted and not a.is_milestone and not a.is_subtask and a.wbs_order is not null
     order by a.distance limit 1`,
    [projectId, parentId],
  )
  return row ?? null
}

/** Whether a path still lies below its parent and nobody stands on it. Rows below it may live: they are taken back. */
async function isFree(ctx: Ctx<unknown>, projectId: string, path: number[], parentPath: number[]): Promise<boolean> {
  const isBelowParent = path.length > parentPath.length && parentPath.every((label, level) => path[level] === label)
  if (!isBelowParent) return false
  const taken = await sqlOne(
    ctx,
    'select 1 from tasks where project_id = $1 and not is_deleted and wbs_order = $2::int[]',
    [projectId, path],
  )
  return taken === undefined
}

/** The row and the subtasks deleted in the same transaction; answers their ids. */
async function restoreRows(ctx: Ctx<unknown>, projectId: string, row: DeletedRow, place: Place): Promise<string[]> {
  const syncSeq = await lockProject(ctx, projectId)
  const rows = await sql<{ id: string }>(
    ctx,
    `with recursive back as (
       select id from tasks where id = $1
       union all
       select c.id from back b join tasks c on c.parent_id = b.id and c.is_subtask and c.is_deleted and c.deleted_at = $2
     )
     update tasks t set is_deleted = false, deleted_at = null, server_version = t.server_version + 1, sync_seq = $3,
       wbs_order = $4::int[] || t.wbs_order[$5::int + 1:]
     from back where t.id = back.id returning t.id`,
    [row.id, row.deleted_at, syncSeq, place.wbsOrder, row.wbs_order?.length ?? 0],
  )
  await sql(ctx, 'update tasks set parent_id = $2, is_subtask = $3 where id = $1', [
    row.id,
    place.parentId,
    place.isSubtask,
  ])
  return rows.map((restored) => restored.id)
}

/** Structural children that lived on below the row's path hang below it again. */
async function takeChildrenBack(ctx: Ctx<unknown>, projectId: string, row: DeletedRow, place: Place): Promise<void> {
  const path = place.wbsOrder
  if (path === null) return
  const syncSeq = await lockProject(ctx, projectId)
  await sql(
    ctx,
    `update tasks set parent_id = $2, server_version = server_version + 1, sync_seq = $3
     where project_id = $1 and not is_deleted and parent_id is not distinct from $4::uuid
       and wbs_order > $5::int[] and wbs_order < $6::int[]`,
    [projectId, row.id, syncSeq, place.parentId, path, pathAfter(path)],
  )
}
