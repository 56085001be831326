import type { PlacedSeedTask } from '../../../../importers/seed/place-seed-tasks.ts'
import { placeOfRef } from '../../../../importers/seed/seed-kinds.ts'
import type { InsertTaskRow } from '../../../tasks/writing/insert-tasks.ts'
import type { SeedNames, SeedTarget } from '../seed-target.ts'

interface RowFacts {
  /** Slug of the project. */
  readonly project: string
  readonly names: SeedNames
  readonly target: SeedTarget
  /** Paths of tasks with children. */
  readonly parents: ReadonlySet<string>
  readonly seededAt: string
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
    parent_id: idOf(parent),
    wbs_order: wbsOrder,
    is_subtask: task.is_subtask,
    type: task.type,
    status: task.status,
    notes: task.notes,
    duration: task.duration ?? 0,
    duration_unit: task.duration_unit,
    is_milestone: isMilestone,
    percent_complete: task.percent_complete,
    planned_start: task.planned_start,
    actual_start: task.actual_start,
    actual_finish: task.actual_finish,
    optimistic_duration: estimate?.optimistic,
    most_likely_duration: estimate?.most_likely,
    pessimistic_duration: estimate?.pessimistic,
    calendar_id: task.calendar == null ? null : (names.calendarIdOf.get(task.calendar) ?? null),
    assignee_id: task.assignee == null ? null : (names.accountIdOf.get(task.assignee) ?? null),
    delivery_mode: isMilestone ? 'milestone' : (task.delivery_mode ?? 'waterfall'),
    // The format leaves flow unsaid, so what is not said is flow; a cascade may change it all the same.
    governance_class: task.governance_class ?? 'flow',
    parent_governance_inherited: task.governance_class === undefined,
    story_points: task.story_points,
    remaining_points: task.remaining_points,
    priority_rank: task.priority_rank,
    structure_role: task.structure_role ?? (isMilestone ? 'milestone' : 'work'),
    is_recurring: task.is_recurring ?? task.recurrence !== undefined,
    dor: task.dor ?? 'idea',
    sprint_rank: task.sprint_rank ?? null,
    parent_epic_id: idOf(task.parent_epic),
    blocked_reason: task.blocked_reason ?? '',
    blocker_type: task.blocker_type ?? '',
    blocking_task_id: idOf(task.blocking_task),
    blocked_since: task.blocked_reason ? facts.seededAt : null,
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
    source_kind: 'seed_import',
    source_id: target.sourceId,
    source_version: target.sourceVersion,
    external_id: task.external_id,
    seeded_at: facts.seededAt,
  }
}
