import { loadAgreedLinks } from '../dependencies/dependency.queries.ts'
import type { Ctx } from '../platform/context.ts'
import { fieldError, refuseUnless } from '../platform/errors.ts'
import { loadSourceTasks } from './template.queries.ts'
import { MAX_TEMPLATE_TASKS, type TemplateNode, type TemplateStructure } from './template-structure.ts'

type Row = Awaited<ReturnType<typeof loadSourceTasks>>[number]

/** What of a project is worth repeating: its tree, its own links and its classification. Recurring work is left out. */
export async function extractStructure(ctx: Ctx<unknown>, projectId: string): Promise<TemplateStructure> {
  const rows = await loadSourceTasks(ctx, projectId, MAX_TEMPLATE_TASKS + 1)
  refuseUnless(rows.length <= MAX_TEMPLATE_TASKS, () =>
    fieldError('project', `A template holds at most ${MAX_TEMPLATE_TASKS} tasks.`),
  )
  const ordered = parentsFirst(rows)
  const refOf = new Map(ordered.map((row, index) => [row.id, index]))
  const find = (id: string | null) => (id === null ? null : (refOf.get(id) ?? null))
  const tasks = ordered.map((row, ref) =>
    nodeOf(row, { ref, parent: find(row.parent_id), epic: find(row.parent_epic_id) }),
  )
  const links = await loadAgreedLinks(ctx, projectId)
  const dependencies = links.flatMap(({ predecessor_id, successor_id, dep_type, lag, lag_unit }) => {
    const [predecessor, successor] = [find(predecessor_id), find(successor_id)]
    return predecessor === null || successor === null ? [] : [{ predecessor, successor, dep_type, lag, lag_unit }]
  })
  return { version: 1, tasks, dependencies }
}

/** Of a phase the work it holds of its own, and the role that somebody declared: that of a container comes by itself. */
function nodeOf(row: Row, place: Pick<TemplateNode, 'ref' | 'parent' | 'epic'>): TemplateNode {
  return {
    ...place,
    name: row.name,
    notes: row.notes,
    type: row.type,
    is_subtask: row.is_subtask && place.parent !== null,
    is_milestone: row.is_milestone && !row.is_phase,
    structure_role: row.auto_container ? 'work' : row.structure_role,
    duration: row.is_phase ? (row.own_estimate ?? row.duration) : row.duration,
    duration_unit: row.duration_unit,
    delivery_mode: row.delivery_mode,
    governance_class: row.governance_class,
    inherits_governance: row.parent_governance_inherited,
  }
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
