import type { PlacedSeedTask } from '../../../../importers/seed/place-seed-tasks.ts'
import { placeOfRef } from '../../../../importers/seed/seed-kinds.ts'
import type { InsertTaskRow } from '../../../tasks/insert-tasks.ts'
import type { SeedNames, SeedTarget } from '../seed-target.ts'

interface RowFacts {
  /** Slug of the project. */
  readonly project: string
  readonly names: SeedNames
  readonly target: SeedTarget
  /** Paths of tasks with children. */
  readonly parents: ReadonlySet<string>
  readonly seededAt: Date
}

/** The row of one task for the batch insert. An absent duration is 0, but only a milestone says that it is one. */
export function seedTaskRow({ task, parent, wbsOrder }: PlacedSeedTask, facts: RowFacts): InsertTaskRow {
  const { names, target } = facts
  const isMilestone = (task.is_milestone ?? task.delivery_mode === 'milestone') && !facts.parents.has(task.wbs_path)
  const idOf = (ref: string | null | undefined) => {
    const place = ref == null ? null : placeOfRef(ref, facts.project)
    return place === null ? null : (names.taskIdOf.get(`${place.project}:${place.wbs}`) ?? null)
  }
  const estimate = isMilestone ? null : task.estimate
  return {
    id: idOf(task.wbs_path) as string,
    name: task.name,
    parentId: idOf(parent),
    wbsOrder,
    isSubtask: task.is_subtask,
    type: task.type,
    status: task.status,
    notes: task.notes,
    duration: task.duration ?? 0,
    durationUnit: task.duration_unit,
    isMilestone,
    percentComplete: task.percent_complete,
    plannedStart: task.planned_start,
    actualStart: task.actual_start,
    actualFinish: task.actual_finish,
    optimisticDuration: estimate?.optimistic,
    mostLikelyDuration: estimate?.most_likely,
    pessimisticDuration: estimate?.pessimistic,
    calendarId: task.calendar == null ? null : (names.calendarIdOf.get(task.calendar) ?? null),
    assigneeId: task.assignee == null ? null : (names.accountIdOf.get(task.assignee) ?? null),
    deliveryMode: isMilestone ? 'milestone' : (task.delivery_mode ?? 'waterfall'),
    // The format leaves flow unsaid, so what is not said is flow; a cascade may change it all the same.
    governanceClass: task.governance_class ?? 'flow',
    isGovernanceInherited: task.governance_class === undefined,
    storyPoints: task.story_points,
    remainingPoints: task.remaining_points,
    priorityRank: task.priority_rank,
    structureRole: task.structure_role ?? (isMilestone ? 'milestone' : 'work'),
    isRecurring: task.is_recurring,
    authored: {
      dor: task.dor ?? 'idea',
      sprint_rank: task.sprint_rank ?? null,
      parent_epic_id: idOf(task.parent_epic),
      blocked_reason: task.blocked_reason ?? '',
      blocker_type: task.blocker_type ?? '',
      blocking_task_id: idOf(task.blocking_task),
      blocked_since: task.blocked_reason ? facts.seededAt.toISOString() : null,
      business_value: task.business_value ?? null,
      time_criticality: task.time_criticality ?? null,
      risk_reduction: task.risk_reduction ?? null,
      job_size: task.job_size ?? null,
      reach: task.reach ?? null,
      impact: task.impact ?? null,
      confidence: task.confidence ?? null,
      effort: task.effort ?? null,
      value: task.value ?? null,
      effort_estimate: task.effort_estimate ?? null,
    },
    sourceKind: 'seed_import',
    sourceId: target.sourceId,
    sourceVersion: target.sourceVersion,
    externalId: task.external_id,
    seededAt: facts.seededAt,
  }
}
