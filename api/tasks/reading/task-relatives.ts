import {
  type AssignedResource,
  findOverloadedAssignees,
  loadAssignmentsOfTasks,
} from '../../people/assignments/assigned-resources.queries.ts'
import type { Ctx } from '../../platform/context.ts'
import { defineSlot } from '../../platform/hooks.ts'
import type { Criterion, FieldValues, LabelChip } from '../task-parts.schema.ts'
import { findTablesNaming, type NamingTable } from './task-relatives.queries.ts'

/** What other records say about a task: who works on it, how it is labelled, what it is measured against. */
export interface TaskRelatives {
  readonly assignments: readonly AssignedResource[]
  readonly labels: readonly LabelChip[]
  readonly customFields: FieldValues
  readonly acceptanceCriteria: readonly Criterion[]
  readonly criteriaMetCount: number
  readonly criteriaCount: number
  readonly openRiskCount: number
  readonly openRiskMaxSeverity: number | null
  readonly hasRelatedLinks: boolean
  readonly hasRecurrence: boolean
  readonly externalLinkSummary: { readonly count: number; readonly worst_status: string | null }
  readonly baselineStart: string | null
  readonly baselineFinish: string | null
  /** How much of the task was to be done by now; null before its captured start. */
  readonly baselinePlannedPercent: number | null
  readonly latestNoteAt: string | null
  /** Whether somebody mentioned the viewer in a comment on it. */
  readonly mentionsViewer: boolean
  readonly sprintScopeChanges: readonly object[]
  /** How far the sprints that work towards a milestone are; null where they have committed to nothing yet. */
  readonly milestoneRollup: { readonly percent_complete: number | null } | null
  readonly isOverallocated: boolean
}

const NONE: TaskRelatives = {
  assignments: [],
  labels: [],
  customFields: {},
  acceptanceCriteria: [],
  criteriaMetCount: 0,
  criteriaCount: 0,
  openRiskCount: 0,
  openRiskMaxSeverity: null,
  hasRelatedLinks: false,
  hasRecurrence: false,
  externalLinkSummary: { count: 0, worst_status: null },
  baselineStart: null,
  baselineFinish: null,
  baselinePlannedPercent: null,
  latestNoteAt: null,
  mentionsViewer: false,
  sprintScopeChanges: [],
  milestoneRollup: null,
  isOverallocated: false,
}

/** Records of a room around the plan that speak of tasks: some fields of what is shown with a task. */
export interface TaskPart<Field extends keyof TaskRelatives = keyof TaskRelatives> extends NamingTable {
  /** They stay when the task goes, as a captured plan does, and so keep nobody from taking the task back. */
  readonly outliveTask?: true
  /** The fields of each task that has any, with one statement for all. `idList` is the text of a uuid array. */
  load(ctx: Ctx<unknown>, idList: string): Promise<ReadonlyMap<string, Pick<TaskRelatives, Field>>>
}

/**
 * A room that brings such records (labels, criteria, risks, baselines) adds its part here, at the door, and the trigger
 * `note_table_in_use` to its table in the migration that makes it.
 */
export const taskParts = defineSlot<TaskPart<never>>('parts of tasks')

/** Who works on the tasks; the people below the plan bring it in the same way. */
const peopleInTasks: TaskPart<'assignments' | 'isOverallocated'> = {
  table: 'task_resources',
  async load(ctx, idList) {
    const assignments = await loadAssignmentsOfTasks(ctx, idList)
    const overloaded = await findOverloadedAssignees(ctx, idList)
    const ids = new Set([...assignments.keys(), ...overloaded])
    const partOf = (id: string) => ({
      assignments: assignments.get(id) ?? NONE.assignments,
      isOverallocated: overloaded.has(id),
    })
    return new Map(Array.from(ids, (id) => [id, partOf(id)]))
  },
}

/** Every part, the people's first. */
export function allTaskParts(): readonly TaskPart<never>[] {
  return [peopleInTasks, ...taskParts.parts()]
}

/**
 * The one place that gathers them for a page of tasks. `mayBeIn`: tables that may hold anything about them, all where the
 * caller does not know. One look tells which of those do, so that only they are read.
 */
export async function loadRelatives(
  ctx: Ctx<unknown>,
  taskIds: readonly string[],
  mayBeIn?: ReadonlySet<string>,
): Promise<(id: string) => TaskRelatives> {
  const inUse = allTaskParts().filter(({ table }) => mayBeIn?.has(table) ?? true)
  if (taskIds.length === 0 || inUse.length === 0) return () => NONE
  // One text for all queries: the driver would quote the ids one by one each time.
  const idList = `{${taskIds.join(',')}}`
  const tables = inUse.length === 1 ? mayBeIn : await findTablesNaming(ctx, inUse, idList)
  const found: ReadonlyMap<string, Partial<TaskRelatives>>[] = []
  for (const part of inUse) if (tables?.has(part.table) ?? true) found.push(await part.load(ctx, idList))
  const known = new Set(found.flatMap((part) => [...part.keys()]))
  return (id) => (known.has(id) ? Object.assign({}, NONE, ...found.map((part) => part.get(id))) : NONE)
}

const NOTHING_SAID: readonly string[] = ['unestimated', 'no_acceptance_criteria']

/** What keeps a task from being ready to be worked on. */
export function dorBlockers(
  storyPoints: number | null,
  { criteriaCount, criteriaMetCount }: Pick<TaskRelatives, 'criteriaCount' | 'criteriaMetCount'>,
): readonly string[] {
  // Most tasks, which share one answer.
  if (storyPoints === null && criteriaCount === 0) return NOTHING_SAID
  const blockers = storyPoints === null ? ['unestimated'] : []
  if (criteriaCount === 0) blockers.push('no_acceptance_criteria')
  else if (criteriaMetCount < criteriaCount) blockers.push('acceptance_criteria_unmet')
  return blockers
}
