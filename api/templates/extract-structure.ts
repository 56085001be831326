import { loadLinkRows } from '../exports/load-plan.ts'
import type { Ctx } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'
import { fieldError, refuseUnless } from '../platform/errors.ts'
import { MAX_TEMPLATE_TASKS, type TemplateNode, type TemplateStructure } from './template-structure.ts'

interface Row extends Omit<TemplateNode, 'ref' | 'parent' | 'epic'> {
  id: string
  parent_id: string | null
  parent_epic_id: string | null
}

/** What of a project is worth repeating: its tree, its own links and its classification. Recurring work is left out. */
export async function extractStructure(ctx: Ctx<unknown>, projectId: string): Promise<TemplateStructure> {
  const rows = await loadRows(ctx, projectId)
  refuseUnless(rows.length <= MAX_TEMPLATE_TASKS, () =>
    fieldError('project', `A template holds at most ${MAX_TEMPLATE_TASKS} tasks.`),
  )
  const ordered = parentsFirst(rows)
  const refOf = new Map(ordered.map((row, index) => [row.id, index]))
  const find = (id: string | null) => (id === null ? null : (refOf.get(id) ?? null))
  const tasks = ordered.map(({ id, parent_id, parent_epic_id, ...values }, index): TemplateNode => {
    const parent = find(parent_id)
    const isSubtask = values.is_subtask && parent !== null
    return { ...values, ref: index, parent, epic: find(parent_epic_id), is_subtask: isSubtask }
  })
  const links = await loadLinkRows(ctx, projectId)
  const dependencies = links.flatMap(({ predecessor_id, successor_id, dep_type, lag, lag_unit }) => {
    const [predecessor, successor] = [find(predecessor_id), find(successor_id)]
    return predecessor === null || successor === null ? [] : [{ predecessor, successor, dep_type, lag, lag_unit }]
  })
  return { version: 1, tasks, dependencies }
}

/** Of a phase the work it holds of its own, and the role that somebody declared: that of a container comes by itself. */
function loadRows(ctx: Ctx<unknown>, projectId: string): Promise<Row[]> {
  return sql<Row>(
    ctx,
    `select t.id, t.parent_id, t.parent_epic_id, t.name, t.notes, t.type, t.is_subtask, t.duration_unit,
       t.delivery_mode, t.governance_class, t.parent_governance_inherited as inherits_governance,
       t.is_milestone and not phase.is_one as is_milestone,
       case when t.auto_container then 'work' else t.structure_role end as structure_role,
       case when phase.is_one then coalesce(t.own_estimate, t.duration) else t.duration end as duration
     from tasks t, lateral (select exists (
       select 1 from tasks c where c.parent_id = t.id and not c.is_deleted and not c.is_subtask) as is_one) phase
     where t.project_id = $1 and not t.is_deleted and not t.is_recurring
     order by t.wbs_order nulls last, t.number limit ${MAX_TEMPLATE_TASKS + 1}`,
    [projectId],
  )
}

/** Rows whose parent is left out become roots, where they stand. Numbers alone do not keep children below their parents. */
function parentsFirst(rows: readonly Row[]): Row[] {
  const known = new Set(rows.map((row) => row.id))
  const below = Map.groupBy(rows, (row) => (row.parent_id !== null && known.has(row.parent_id) ? row.parent_id : null))
  const ordered: Row[] = []
  const pending = [...(below.get(null) ?? [])].reverse()
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    ordered.push(next)
    pending.push(...[...(below.get(next.id) ?? [])].reverse())
  }
  return ordered
}
