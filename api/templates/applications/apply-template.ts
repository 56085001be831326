import { LockMode } from '@mikro-orm/postgresql'
import { systemProjectScope } from '../../access/project-scope.ts'
import { insertDependencies } from '../../dependencies/insert-dependencies.ts'
import { highestRootLabel, placePlanTasks } from '../../imports/plan-rows.ts'
import type { Ctx } from '../../platform/context.ts'
import { refuseUnless } from '../../platform/errors.ts'
import { emit } from '../../platform/events/define-event.ts'
import { newId } from '../../platform/ids.ts'
import { lockProjectRow } from '../../projects/lock-project-row.ts'
import { lockProjectForImport } from '../../projects/project-lock.ts'
import { requestRecompute } from '../../recompute/request-recompute.ts'
import { type InsertTaskRow, insertTasks } from '../../tasks/insert-tasks.ts'
import { tasksRestructured } from '../../tasks/task.events.ts'
import { ProjectTemplate, TemplateApplication } from '../template.entity.ts'
import { unreadableTemplate } from '../template.errors.ts'
import { readStructure, type TemplateNode } from '../template-structure.ts'

/**
 * Writes the template behind what the project holds, through the functions of the API, and ends the application: all at
 * once or not at all. One that has ended stays as it is.
 */
export async function applyTemplate(ctx: Ctx<unknown>, applicationId: string): Promise<void> {
  const asked = await ctx.em.findOne(TemplateApplication, { id: applicationId })
  if (!asked) return
  const { project_id: projectId, template_id: templateId } = asked
  // The project first, as everywhere. Archived since it was asked for: nothing is written any more.
  await lockProjectForImport(ctx, projectId)
  await lockProjectRow(ctx, projectId)
  const application = await ctx.em.findOne(
    TemplateApplication,
    { id: applicationId, status: 'running' },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  )
  if (!application) return
  const template = await ctx.em.findOneOrFail(ProjectTemplate, { id: templateId })
  const structure = readStructure(template.structure)
  refuseUnless(structure, unreadableTemplate)
  const scoped = await systemProjectScope(ctx, projectId)
  const ids = structure.tasks.map(() => newId())
  const from = { id: template.id, version: template.version, seededAt: ctx.services.clock.now() }
  const rows = taskRows(structure.tasks, ids, from, await highestRootLabel(ctx, projectId))
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
  Object.assign(application, {
    status: 'success',
    created_task_ids: ids,
    completed_at: ctx.services.clock.now(),
    result_summary: {
      tasks_created: rows.length,
      milestones_created: rows.filter((row) => row.isMilestone).length,
      dependencies_created: linked,
    },
  })
  await ctx.em.flush()
}

/** Tasks as nobody has begun them yet, numbered behind the roots that are there. */
function taskRows(
  nodes: readonly TemplateNode[],
  ids: readonly string[],
  from: { id: string; version: number; seededAt: Date },
  highestLabel: number,
): InsertTaskRow[] {
  const idOf = (ref: number | null) => (ref === null ? null : (ids[ref] as string))
  const keyed = nodes.map((node) => ({
    node,
    id: String(node.ref),
    parent: node.parent === null ? null : String(node.parent),
  }))
  return placePlanTasks({ tasks: keyed }, highestLabel).map(({ task: { node }, wbsOrder }) => ({
    id: ids[node.ref] as string,
    name: node.name,
    notes: node.notes,
    parentId: idOf(node.parent),
    wbsOrder,
    isSubtask: node.is_subtask,
    type: node.type,
    isMilestone: node.is_milestone,
    structureRole: node.structure_role,
    duration: node.duration,
    durationUnit: node.duration_unit,
    deliveryMode: node.delivery_mode,
    governanceClass: node.governance_class,
    isGovernanceInherited: node.inherits_governance,
    authored: { parent_epic_id: idOf(node.epic) },
    sourceKind: 'template',
    sourceId: from.id,
    sourceVersion: String(from.version),
    seededAt: from.seededAt,
  }))
}
