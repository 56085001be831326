import type { Ctx } from '../platform/context.ts'
import { reserveItemNumbers } from '../projects/project-lock.ts'
import { insertTaskRows, type NewTask } from './new-task.queries.ts'
import { classificationDefaults, loadProjectFacts, type ProjectFacts } from './project-facts.ts'
import { isDone, lastRecordableDay, type Settlement, settleRecordedWork } from './rules/recorded-work.ts'
import { parkNewPhases } from './structure/park-phases.ts'
import { loadGovernance } from './structure/structure.queries.ts'
import {
  type DeliveryMode,
  type GovernanceClass,
  MAX_DURATION,
  type ScoringColumn,
  TASK_DEFAULTS,
  type TaskValues,
} from './task-values.ts'

type AuthoredColumn =
  | 'dor'
  | 'sprint_rank'
  | 'parent_epic_id'
  | 'blocked_reason'
  | 'blocker_type'
  | 'blocking_task_id'
  | 'blocked_since'
  | ScoringColumn

/**
 * One row of a machine-made plan. Only id, name and place are required; the rest takes the defaults of a created task.
 * `wbsOrder` are the labels of the WBS path, outermost first; null keeps the row out of the tree.
 */
export interface InsertTaskRow {
  readonly id: string
  readonly name: string
  readonly parentId: string | null
  readonly wbsOrder: number[] | null
  readonly isSubtask?: boolean | undefined
  readonly type?: TaskValues['type'] | undefined
  readonly status?: TaskValues['status'] | undefined
  readonly notes?: string | undefined
  readonly duration?: number | undefined
  readonly durationUnit?: TaskValues['duration_unit'] | undefined
  readonly isMilestone?: boolean | undefined
  readonly percentComplete?: number | undefined
  readonly plannedStart?: string | null | undefined
  readonly actualStart?: string | null | undefined
  readonly actualFinish?: string | null | undefined
  readonly optimisticDuration?: number | null | undefined
  readonly mostLikelyDuration?: number | null | undefined
  readonly pessimisticDuration?: number | null | undefined
  readonly calendarId?: string | null | undefined
  readonly assigneeId?: string | null | undefined
  readonly sprintId?: string | null | undefined
  readonly deliveryMode?: DeliveryMode | undefined
  /** Absent: as the parent, at the top as the methodology has it. */
  readonly governanceClass?: GovernanceClass | undefined
  /** Nobody declared the class of the row: a cascade may change it. So it is where the class is absent. */
  readonly isGovernanceInherited?: boolean | undefined
  readonly storyPoints?: number | null | undefined
  readonly remainingPoints?: number | null | undefined
  readonly priorityRank?: number | null | undefined
  /** Declared identity; a row with children that declares nothing becomes a container by itself. */
  readonly structureRole?: TaskValues['structure_role'] | undefined
  readonly isRecurring?: boolean | undefined
  /** Further columns as people write them, for sources that hold whole tasks. */
  readonly authored?: Partial<Pick<TaskValues, AuthoredColumn>> | undefined
  /** One of `SOURCE_KINDS`. */
  readonly sourceKind?: string | undefined
  readonly sourceId?: string | null | undefined
  readonly sourceVersion?: string | undefined
  readonly externalId?: string | null | undefined
  /** When a machine wrote the row; null marks it as a person's. */
  readonly seededAt?: Date | null | undefined
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
  const newPhases = new Set(sound.flatMap((row) => (row.parentId !== null && !row.isSubtask ? [row.parentId] : [])))
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
  const holders = new Set(rows.map((row) => row.parentId))
  return rows.map((row) => {
    if (holders.has(row.id)) return { ...row, isMilestone: false, isSubtask: false }
    return row.isSubtask && row.parentId === null ? { ...row, isSubtask: false } : row
  })
}

/** The class that each row takes over from above it; rows of one batch may come in any order. */
async function inheritedGovernance(
  ctx: Ctx<unknown>,
  rows: readonly InsertTaskRow[],
): Promise<(row: InsertTaskRow) => GovernanceClass | null> {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const outside = rows.flatMap((row) => (row.parentId !== null && !byId.has(row.parentId) ? [row.parentId] : []))
  const stored = await loadGovernance(ctx, [...new Set(outside)])
  /** What stands below a row takes over. */
  const passedOn = new Map<string, GovernanceClass | null>(stored)
  return (row) => {
    const path: string[] = []
    let at = row.parentId
    for (let above = byId.get(at ?? ''); at !== null && above && !passedOn.has(at); above = byId.get(at ?? '')) {
      path.push(at)
      if (above.governanceClass !== undefined) passedOn.set(at, above.governanceClass)
      else at = above.parentId
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
  const isMilestone = row.isMilestone ?? (row.deliveryMode === 'milestone' || row.duration === 0)
  const defaults = classificationDefaults(facts, inherited)
  const deliveryMode =
    row.deliveryMode === 'milestone' ? defaults.delivery_mode : (row.deliveryMode ?? defaults.delivery_mode)
  const status = row.status ?? 'NOT_STARTED'
  return {
    ...TASK_DEFAULTS,
    ...row.authored,
    name: row.name.slice(0, 512),
    notes: row.notes ?? '',
    status,
    type: row.type ?? 'task',
    parent_id: row.parentId,
    wbs_order: row.wbsOrder,
    is_subtask: row.isSubtask ?? false,
    structure_role: row.structureRole ?? 'work',
    duration: isMilestone ? 0 : clampDuration(row.duration ?? 1),
    duration_unit: row.durationUnit ?? 'days',
    percent_complete: isDone(status) ? 100 : clampPercent(row.percentComplete ?? 0),
    planned_start: row.plannedStart ?? null,
    actual_start: row.actualStart ?? null,
    actual_finish: row.actualFinish ?? null,
    optimistic_duration: row.optimisticDuration ?? null,
    most_likely_duration: row.mostLikelyDuration ?? null,
    pessimistic_duration: row.pessimisticDuration ?? null,
    is_milestone: isMilestone,
    delivery_mode: isMilestone ? 'milestone' : deliveryMode,
    governance_class: row.governanceClass ?? defaults.governance_class,
    parent_governance_inherited: row.isGovernanceInherited ?? row.governanceClass === undefined,
    calendar_id: row.calendarId ?? null,
    assignee_id: row.assigneeId ?? null,
    sprint_id: row.sprintId ?? null,
    story_points: row.storyPoints ?? null,
    remaining_points: row.remainingPoints ?? null,
    priority_rank: row.priorityRank ?? null,
    is_recurring: row.isRecurring ?? false,
    status_changed_at: now,
    source_kind: (row.sourceKind ?? 'hand') as TaskValues['source_kind'],
    source_id: row.sourceId ?? null,
    source_version: row.sourceVersion ?? '',
    external_id: row.externalId ?? null,
    seeded_at: row.seededAt?.toISOString() ?? null,
  }
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
