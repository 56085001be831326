import { systemProjectScope } from '../../access/project-scope.ts'
import { insertDependencies } from '../../dependencies/insert-dependencies.ts'
import type { Ctx } from '../../platform/context.ts'
import { asJson } from '../../platform/db/statements.ts'
import { refuseUnless } from '../../platform/errors.ts'
import { emit } from '../../platform/events/define-event.ts'
import { newId } from '../../platform/ids.ts'
import type { ClaimOf } from '../../platform/queue/background-work.ts'
import { lockRunningWork } from '../../platform/queue/work.queries.ts'
import { finishWork } from '../../platform/queue/work-life.ts'
import { lockProjectRow } from '../../projects/lock-project-row.ts'
import { lockProjectForImport } from '../../projects/project-lock.ts'
import { tellWriter } from '../../projects/writer.ts'
import { requestRecompute } from '../../recompute/request-recompute.ts'
import { numberTree } from '../../tasks/structure/number-tree.ts'
import { nextLabel } from '../../tasks/structure/structure.queries.ts'
import { tasksRestructured } from '../../tasks/task.events.ts'
import { type InsertTaskRow, insertTasks } from '../../tasks/writing/insert-tasks.ts'
import { ProjectTemplate } from '../template.entity.ts'
import { unreadableTemplate } from '../template.errors.ts'
import { readStructure, type TemplateNode } from '../template-structure.ts'
import { applicationWork } from './application.work.ts'

/**
 * Writes the template behind what the project holds, through the functions of the API, and ends the application: all at
 * once or not at all. One that has ended stays as it is.
 */
export async function applyTemplate(
  ctx: Ctx<unknown>,
  {
    id: applicationId,
    project_id: projectId,
    template_id: templateId,
    applied_by_id: actorId,
  }: ClaimOf<typeof applicationWork>,
): Promise<void> {
  // The project first, as everywhere. Archived since it was asked for: nothing is written any more.
  await tellWriter(ctx, { actorId, reason: 'template' })
  await lockProjectForImport(ctx, projectId)
  await lockProjectRow(ctx, projectId)
  if (!(await lockRunningWork(ctx, applicationWork, applicationId))) return
  const template = await ctx.em.findOneOrFail(ProjectTemplate, { id: templateId })
  const structure = readStructure(template.structure)
  refuseUnless(structure, unreadableTemplate)
  const scoped = await systemProjectScope(ctx, projectId)
  const ids = structure.tasks.map(() => newId())
  const from = { id: template.id, version: template.version, seededAt: ctx.services.clock.now().toISOString() }
  const rows = taskRows(structure.tasks, ids, from, await nextLabel(ctx, projectId, []))
  await insertTasks(scoped, projectId, rows)
  const links = structure.dependencies.map((link) => ({
    predecessorId: ids[link.predecessor] as string,
    successorId: ids[link.successor] as string,
    depType: link.dep_type,
    lag: link.lag,
    lagUnit: link.lag_unit,
  }))
  const linked = await insertDependencies(scoped, links)
  if (rows.length > 0) {
    emit(ctx, tasksRestructured, { projectId, payload: { project_id: projectId } })
    requestRecompute(ctx, projectId)
  }
  await finishWork(ctx, applicationWork, applicationId, {
    created_task_ids: asJson(ids),
    result_summary: {
      tasks_created: rows.length,
      milestones_created: rows.filter((row) => row.is_milestone).length,
      dependencies_created: linked,
    },
  })
}

/** Tasks as nobody has begun them yet, numbered behind the roots that are there. */
function taskRows(
  nodes: readonly TemplateNode[],
  ids: readonly string[],
  from: { id: string; version: number; seededAt: string },
  firstLabel: number,
): InsertTaskRow[] {
  const idOf = (ref: number | null) => (ref === null ? null : (ids[ref] as string))
  const keyed = nodes.map((node) => ({
    node,
    id: String(node.ref),
    parent: node.parent === null ? null : String(node.parent),
  }))
  return numberTree(keyed, firstLabel).map(({ task: { node }, wbsOrder }) => ({
    id: ids[node.ref] as string,
    name: node.name,
    notes: node.notes,
    parent_id: idOf(node.parent),
    wbs_order: wbsOrder,
    is_subtask: node.is_subtask,
    type: node.type,
    is_milestone: node.is_milestone,
    structure_role: node.structure_role,
    duration: node.duration,
    duration_unit: node.duration_unit,
    delivery_mode: node.delivery_mode,
    governance_class: node.governance_class,
    parent_governance_inherited: node.inherits_governance,
    parent_epic_id: idOf(node.epic),
    source_kind: 'template',
    source_id: from.id,
    source_version: String(from.version),
    seeded_at: from.seededAt,
  }))
}
