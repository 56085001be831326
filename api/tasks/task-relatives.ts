import type { Criterion } from '../acceptance/acceptance.schema.ts'
import { loadCriteriaOfTasks } from '../acceptance/criteria-of-tasks.ts'
import { type LabelChip, loadLabelsOfTasks } from '../labels/label.queries.ts'
import {
  type AssignedResource,
  findOverloadedAssignees,
  loadAssignmentsOfTasks,
} from '../people/assignments/assigned-resources.queries.ts'
import type { Ctx } from '../platform/context.ts'
import { type FieldValues, loadFieldValues } from './field-values.queries.ts'

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
  readonly latestNoteAt: string | null
  readonly sprintScopeChanges: readonly object[]
  readonly milestoneRollup: { readonly percent_complete: number } | null
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
  latestNoteAt: null,
  sprintScopeChanges: [],
  milestoneRollup: null,
  isOverallocated: false,
}

/**
 * The one place that gathers them for a page of tasks. A slice that brings such records (assignments, labels, risks,
 * baselines, criteria) reads them here, with one query for all ids, and names its table in `MAY_HAVE_RELATIVES`.
 */
export async function loadRelatives(
  ctx: Ctx<unknown>,
  taskIds: readonly string[],
): Promise<(id: string) => TaskRelatives> {
  if (taskIds.length === 0) return () => NONE
  // One text for all queries: the driver would quote the ids one by one each time.
  const idList = `{${taskIds.join(',')}}`
  const assignments = await loadAssignmentsOfTasks(ctx, idList)
  const labels = await loadLabelsOfTasks(ctx, idList)
  const criteria = await loadCriteriaOfTasks(ctx, idList)
  const fieldValues = await loadFieldValues(ctx, idList)
  const overloaded = await findOverloadedAssignees(ctx, idList)
  const known = new Set([assignments, labels, criteria, fieldValues, overloaded].flatMap((found) => [...found.keys()]))
  return (id) => {
    if (!known.has(id)) return NONE
    const { rows, metCount } = criteria.get(id) ?? { rows: NONE.acceptanceCriteria, metCount: 0 }
    return {
      ...NONE,
      assignments: assignments.get(id) ?? NONE.assignments,
      labels: labels.get(id) ?? NONE.labels,
      customFields: fieldValues.get(id) ?? NONE.customFields,
      acceptanceCriteria: rows,
      criteriaMetCount: metCount,
      criteriaCount: rows.length,
      isOverallocated: overloaded.has(id),
    }
  }
}

/** What keeps a task from being ready to be worked on. */
export function dorBlockers(
  storyPoints: number | null,
  relatives: Pick<TaskRelatives, 'criteriaCount' | 'criteriaMetCount'>,
): string[] {
  const blockers: string[] = []
  if (storyPoints === null) blockers.push('unestimated')
  if (relatives.criteriaCount === 0) blockers.push('no_acceptance_criteria')
  else if (relatives.criteriaMetCount < relatives.criteriaCount) blockers.push('acceptance_criteria_unmet')
  return blockers
}
