import type { LineAssignee } from '../../../importers/ndjson/line-lists.ts'
import type { TaskLine } from '../../../importers/ndjson/read-task-line.ts'
import type { Diagnostics } from '../../../importers/plan/diagnostics.ts'
import { ImportRefusal } from '../../../importers/plan/import-refusal.ts'
import type { ProjectScope } from '../../access/project-scope.ts'
import { adoptLabels, foldLabel } from '../../labels/adopt-labels.ts'
import { insertTaskLabels } from '../../labels/label.queries.ts'
import { insertAssignments } from '../../people/assignments/insert-assignments.ts'
import { adoptResources } from '../../people/resources/adopt-resources.ts'
import type { Ctx } from '../../platform/context.ts'
import { touchTasksGainingLabels, touchTasksGainingPeople } from './ndjson.queries.ts'

const MAX_PAIRS = 300_000

/**
 * Gathers labels and assignees while lines are read, and puts on what is not there yet. Nothing comes off: like links,
 * what a file leaves out stays, and a repeated import changes nothing.
 */
export class PeopleCollector {
  readonly #labels: { taskId: string; name: string }[] = []
  readonly #assignees: { taskId: string; assignee: LineAssignee }[] = []
  readonly #diagnostics: Diagnostics

  constructor(diagnostics: Diagnostics) {
    this.#diagnostics = diagnostics
  }

  take(row: number, taskId: string, line: TaskLine, isPhase: boolean): void {
    for (const name of line.labels ?? []) this.#labels.push({ taskId, name })
    if (isPhase && (line.assignees ?? []).length > 0)
      this.#diagnostics.warn('assignee_on_phase', { row, field: 'assignees' }, 'nobody is assigned to a phase; dropped')
    else for (const assignee of line.assignees ?? []) this.#assignees.push({ taskId, assignee })
    if (this.#labels.length + this.#assignees.length > MAX_PAIRS)
      throw new ImportRefusal('too_many_assignments', `the file holds more than ${MAX_PAIRS} labels and assignees`)
  }

  async write(ctx: Ctx<ProjectScope>): Promise<Record<string, number>> {
    return { ...(await this.#writeLabels(ctx)), ...(await this.#writeAssignees(ctx)) }
  }

  async #writeLabels(ctx: Ctx<ProjectScope>): Promise<Record<string, number>> {
    const { projectId } = ctx.scope
    const adopted = await adoptLabels(
      ctx,
      projectId,
      this.#labels.map(({ name }) => name),
    )
    const rows = this.#labels.flatMap(({ taskId, name }) => {
      const labelId = adopted.idOf.get(foldLabel(name))
      return labelId === undefined ? [] : [{ taskId, labelId }]
    })
    if (rows.length > 0) await touchTasksGainingLabels(ctx, rows)
    return {
      labels_matched: adopted.matchedCount,
      labels_created: adopted.createdCount,
      label_assignments_created: await insertTaskLabels(ctx, rows),
    }
  }

  async #writeAssignees(ctx: Ctx<ProjectScope>): Promise<Record<string, number>> {
    const { projectId } = ctx.scope
    const adopted = await adoptResources(
      ctx,
      projectId,
      this.#assignees.map(({ assignee }) => ({ name: assignee.name, email: assignee.email, maxUnits: 1 })),
    )
    const rows = this.#assignees.flatMap(({ taskId, assignee }) => {
      const resourceId = adopted.idOf.get(assignee.name)
      return resourceId === undefined ? [] : [{ taskId, resourceId, units: assignee.units }]
    })
    if (rows.length > 0) await touchTasksGainingPeople(ctx, rows)
    const written = await insertAssignments(ctx, rows)
    return {
      resources_matched: adopted.matchedCount,
      resources_created: adopted.createdCount,
      assignments_created: written.createdCount,
    }
  }
}
