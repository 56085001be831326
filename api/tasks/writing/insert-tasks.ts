import type { Ctx } from '../../platform/context.ts'
import { reserveItemNumbers } from '../../projects/project-lock.ts'
import { classificationDefaults, loadProjectFacts, type ProjectFacts } from '../project-facts.ts'
import { isDone, lastRecordableDay, type Settlement, settleRecordedWork } from '../rules/recorded-work.ts'
import { parkNewPhases } from '../structure/park-phases.ts'
import { loadGovernance } from '../structure/structure.queries.ts'
import {
  type GovernanceClass,
  MAX_DURATION,
  TASK_DEFAULTS,
  type TaskColumn,
  type TaskValues,
  taskColumns,
} from '../task-values.ts'
import { insertTaskRows, type NewTask } from './new-task.queries.ts'

/** What a row must say, and what follows from the others or from its people. */
type PlaceColumn = 'name' | 'parent_id' | 'wbs_order'
type FollowingColumn =
  | 'auto_container'
  | 'own_status'
  | 'own_estimate'
  | 'estimate_status'
  | 'blocked_by_id'
  | 'status_changed_at'
  | 'edited_at'

/**
 * One row of a machine-made plan, by column. Only id, name and place are required; the rest takes the defaults of a
 * created task. A `wbs_order` of null keeps the row out of the tree. Without a `governance_class` it is governed as its
 * parent, at the top as the methodology has it; `parent_governance_inherited` says that nobody declared the class, so that
 * a cascade may change it, and is true where the class is absent. A `structure_role` is declared: a row with children that
 * declares nothing becomes a container by itself. `seeded_at` says when a machine wrote the row; null marks a person's.
 */
export type InsertTaskRow = { readonly id: string } & Readonly<Pick<TaskValues, PlaceColumn>> & {
    readonly [Column in Exclude<TaskColumn, PlaceColumn | FollowingColumn>]?: TaskValues[Column] | undefined
  }

/** A value of an inserted row that could not stay as its source had it. */
export type SettledRow = Settlement & { readonly id: string }

/**
 * Inserts many rows under ids the caller minted, numbered without gaps in the order given, and makes phases of rows that
 * gained children. Emits nothing and asks for no recompute: the caller announces the whole. Placement is the caller's
 * word: labels must be free, parents live in the project or in `rows`. Returns what of the recorded work contradicted
 * itself and was brought into line.
 */
export async function insertTasks(
  ctx: Ctx<unknown>,
  projectId: string,
  rows: readonly InsertTaskRow[],
): Promise<SettledRow[]> {
  if (rows.length === 0) return []
  const firstNumber = await reserveItemNumbers(ctx, projectId, rows.length)
  const facts = await loadProjectFacts(ctx, projectId)
  const now = ctx.services.clock.now().toISOString()
  const lastDay = lastRecordableDay(ctx.services.clock, facts)
  const settledRows: SettledRow[] = []
  const sound = holdingRowsSettled(rows)
  const newPhases = new Set(sound.flatMap((row) => (row.parent_id !== null && !row.is_subtask ? [row.parent_id] : [])))
  const governanceAbove = await inheritedGovernance(ctx, sound)
  const tasks = sound.map((row, index): NewTask => {
    const stated = valuesOf(row, { facts, now, inherited: governanceAbove(row) })
    const { work, changes } = settleRecordedWork(stated, lastDay)
    for (const settlement of changes) settledRows.push({ id: row.id, ...settlement })
    const values = { ...stated, ...work }
    return { id: row.id, number: firstNumber + index, values: newPhases.has(row.id) ? asPhase(values) : values }
  })
  await insertTaskRows(ctx, projectId, tasks)
  for (const row of rows) newPhases.delete(row.id)
  await parkNewPhases(ctx, projectId, [...newPhases])
  return settledRows
}

/** Whatever a plan says of a row with children, it is no milestone and no subtask; and a subtask needs a task. */
function holdingRowsSettled(rows: readonly InsertTaskRow[]): InsertTaskRow[] {
  const holders = new Set(rows.map((row) => row.parent_id))
  return rows.map((row) => {
    if (holders.has(row.id)) return { ...row, is_milestone: false, is_subtask: false }
    return row.is_subtask && row.parent_id === null ? { ...row, is_subtask: false } : row
  })
}

/** The class that each row takes over from above it; rows of one batch may come in any order. */
async function inheritedGovernance(
  ctx: Ctx<unknown>,
  rows: readonly InsertTaskRow[],
): Promise<(row: InsertTaskRow) => GovernanceClass | null> {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const outside = rows.flatMap((row) => (row.parent_id !== null && !byId.has(row.parent_id) ? [row.parent_id] : []))
  const stored = await loadGovernance(ctx, [...new Set(outside)])
  /** What stands below a row takes over. */
  const passedOn = new Map<string, GovernanceClass | null>(stored)
  return (row) => {
    const path: string[] = []
    let at = row.parent_id
    for (let above = byId.get(at ?? ''); at !== null && above && !passedOn.has(at); above = byId.get(at ?? '')) {
      path.push(at)
      if (above.governance_class !== undefined) passedOn.set(at, above.governance_class)
      else at = above.parent_id
    }
    const governance = at === null ? null : (passedOn.get(at) ?? null)
    for (const id of path) passedOn.set(id, governance)
    return governance
  }
}

interface RowContext {
  readonly facts: ProjectFacts
  readonly now: string
  readonly inherited: GovernanceClass | null
}

function valuesOf(row: InsertTaskRow, { facts, now, inherited }: RowContext): TaskValues {
  const is_milestone = row.is_milestone ?? (row.delivery_mode === 'milestone' || row.duration === 0)
  const defaults = classificationDefaults(facts, inherited)
  const delivery_mode =
    row.delivery_mode === 'milestone' ? defaults.delivery_mode : (row.delivery_mode ?? defaults.delivery_mode)
  return {
    ...statedValues(row),
    name: row.name.slice(0, 512),
    duration: is_milestone ? 0 : clampDuration(row.duration ?? 1),
    percent_complete: isDone(row.status ?? 'NOT_STARTED') ? 100 : clampPercent(row.percent_complete ?? 0),
    is_milestone,
    delivery_mode: is_milestone ? 'milestone' : delivery_mode,
    governance_class: row.governance_class ?? defaults.governance_class,
    parent_governance_inherited: row.parent_governance_inherited ?? row.governance_class === undefined,
    status_changed_at: now,
  }
}

/** What the row says, over the defaults. */
function statedValues(row: InsertTaskRow): TaskValues {
  const values: TaskValues = { ...TASK_DEFAULTS, name: row.name }
  const stated: Partial<Record<TaskColumn, unknown>> = row
  for (const column of taskColumns)
    if (stated[column] !== undefined) (values as Record<TaskColumn, unknown>)[column] = stated[column]
  return values
}

/** A row whose children come in the same batch is stored as the phase it is. */
function asPhase(values: TaskValues): TaskValues {
  const isPlainWork = values.structure_role === 'work'
  return {
    ...values,
    own_status: values.status,
    own_estimate: values.duration,
    auto_container: isPlainWork,
    structure_role: isPlainWork ? 'container' : values.structure_role,
  }
}

function clampDuration(duration: number): number {
  return Math.min(MAX_DURATION, Math.max(0, Math.round(duration)))
}

function clampPercent(percent: number): number {
  return Math.min(100, Math.max(0, percent))
}
