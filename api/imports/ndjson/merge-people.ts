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
import { sql } from '../../platform/db/sql.ts'
import { lockProject } from '../../projects/project-lock.ts'

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
    await announce(
      ctx,
      'task_labels',
      'label_id',
      rows.map((row) => [row.taskId, row.labelId]),
    )
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
    await announce(
      ctx,
      'task_resources',
      'resource_id',
      rows.map((row) => [row.taskId, row.resourceId]),
    )
    const written = await insertAssignments(ctx, rows)
    return {
      resources_matched: adopted.matchedCount,
      resources_created: adopted.createdCount,
      assignments_created: written.createdCount,
    }
  }
}

/** Tasks that gain a pair are sent to clients again when they next ask what changed. */
async function announce(
  ctx: Ctx<ProjectScope>,
  table: 'task_labels' | 'task_resources',
  column: 'label_id' | 'resource_id',
  pairs: readonly (readonly [task: string, other: string])[],
): Promise<void> {
  if (pairs.length === 0) return
  const syncSeq = await lockProject(ctx, ctx.scope.projectId)
  await sql(
    ctx,
    `update tasks set sync_seq = $1 where id in (
       select pair.task from unnest($2::uuid[], $3::uuid[]) as pair(task, other)
       where not exists (select 1 from ${table} x where x.task_id = pair.task and x.${column} = pair.other))`,
    [syncSeq, pairs.map(([task]) => task), pairs.map(([, other]) => other)],
  )
}
