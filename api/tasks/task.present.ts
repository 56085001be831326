import { instantText } from '../platform/db/sql.ts'
import { prioritizationScore } from './reading/prioritization-score.ts'
import { schedulePerformance } from './reading/schedule-performance.ts'
import type { PagedRow } from './reading/task-page.queries.ts'
import { isPhase, type TaskPage, type ViewedProject } from './reading/task-page.ts'
import { dorBlockers, type TaskRelatives } from './reading/task-relatives.ts'
import { type PhaseValues, phaseValues } from './rollup/phase-values.ts'
import { isSchedulable } from './schedulable.queries.ts'
import { canLogTime, canReadStoryPoints, mayEdit, mayEditEstimates } from './task.policy.ts'
import type { ScheduleColumns } from './task-row.ts'
import type { ShownValues } from './task-values.ts'

/** Every shown column of the table of columns, and what is computed beside them. */
type ShownTask = ShownValues & Pick<TaskRelatives, 'labels'> & Readonly<Record<string, unknown>>

const DAY_MS = 86_400_000
const STALLED_AFTER_DAYS = 3

const NO_SCHEDULE: ScheduleColumns = {
  early_start: null,
  early_finish: null,
  late_start: null,
  late_finish: null,
  scheduled_start: null,
  total_float: null,
  free_float: null,
  is_critical: null,
}

export function presentTasks(page: TaskPage): ShownTask[] {
  return page.rows.map((row) => presentTask(row, page))
}

/** The only row of a page that was loaded for one task. */
export function presentOne(page: TaskPage): ShownTask {
  return presentTask(page.rows[0] as PagedRow, page)
}

/** One task as its viewer may see it. */
export function presentTask(row: PagedRow, page: TaskPage): ShownTask {
  const project = page.projects.get(row.project_id) as ViewedProject
  const relatives = page.relatives(row.id)
  const dates: ScheduleColumns = isSchedulable(row) ? row : NO_SCHEDULE
  const shown = shownValues(row, page)
  const percent = relatives.milestoneRollup?.percent_complete ?? shown.percent_complete
  const canEdit = mayEdit(project.role, page.viewerId, row)
  // Dates in ISO form are read several times faster than as the database writes them.
  const changedAt = instantText(row.status_changed_at)
  const dwellDays = changedAt === null ? null : daysSince(changedAt, page.nowMs)
  const reference = `${project.code}-T-${row.number}`
  const readsPoints = canReadStoryPoints(project.role, row.points_are_shared)
  const blocker = presentBlocker(row, page)
  const performance = schedulePerformance(percent, relatives.baselinePlannedPercent)
  // Why a task is blocked is told to its assignee and to whom its comments mention.
  const readsReason = relatives.mentionsViewer || (row.assignee_id !== null && row.assignee_id === page.viewerId)
  return {
    id: row.id,
    server_version: row.server_version,
    short_id: reference,
    short_id_display: `T-${row.number}`,
    qualified_id: reference,
    project: row.project_id,
    name: row.name,
    assignee: row.assignee_id,
    wbs_path: row.wbs_path,
    status: row.status,
    duration: shown.duration,
    duration_unit: row.duration_unit,
    structure_role: row.structure_role,
    own_status: row.own_status,
    own_estimate: row.own_estimate,
    percent_complete: percent,
    notes: row.notes,
    planned_start: row.planned_start,
    actual_start: shown.actual_start,
    actual_finish: shown.actual_finish,
    early_start: dates.early_start,
    early_finish: dates.early_finish,
    scheduled_start: dates.scheduled_start,
    scheduled_finish: dates.early_finish,
    remaining_duration: Math.max(0, shown.duration - Math.floor((shown.duration * percent) / 100)),
    late_start: dates.late_start,
    late_finish: dates.late_finish,
    total_float: dates.total_float,
    free_float: dates.free_float,
    is_critical: dates.is_critical,
    is_milestone: row.is_milestone,
    optimistic_duration: shown.optimistic_duration,
    most_likely_duration: shown.most_likely_duration,
    pessimistic_duration: shown.pessimistic_duration,
    estimate_status: row.estimate_status,
    baseline_start: relatives.baselineStart,
    baseline_finish: relatives.baselineFinish,
    latest_note_at: relatives.latestNoteAt,
    schedule_variance_days: daysBetween(relatives.baselineFinish, shown.actual_finish),
    spi: performance.spi,
    spi_band: performance.spi_band,
    dwell_days: dwellDays,
    is_stalled: dwellDays !== null && dwellDays > STALLED_AFTER_DAYS && percent < 100,
    is_summary: row.has_structural_child !== null,
    is_phase: isPhase(row),
    parent_id: row.parent_id,
    assignments: relatives.assignments,
    labels: relatives.labels,
    readiness: readinessOf(row, relatives),
    predecessor_count: row.predecessor_count,
    is_blocked: row.is_waiting === true,
    blocked_reason: readsReason ? row.blocked_reason : undefined,
    blocker_type: row.blocker_type,
    blocking_task: row.blocking_task_id,
    blocking_task_detail: blocker.task,
    blocked_since: instantText(row.blocked_since),
    blocked_by: blocker.person,
    blocked_age_seconds: blocker.ageSeconds,
    is_impediment: row.blocked_reason !== '' && row.blocker_type !== '',
    linked_risks_count: relatives.openRiskCount,
    linked_risks_max_severity: relatives.openRiskMaxSeverity,
    has_related_links: relatives.hasRelatedLinks,
    has_recurrence: relatives.hasRecurrence,
    external_link_summary: relatives.externalLinkSummary,
    status_changed_at: changedAt,
    priority_rank: row.priority_rank,
    assignee_is_overallocated: relatives.isOverallocated,
    sprint: row.sprint_id,
    sprint_pending: row.sprint_pending,
    story_points: readsPoints ? row.story_points : null,
    remaining_points: readsPoints ? row.remaining_points : null,
    is_subtask: row.is_subtask,
    sprint_scope_changes: relatives.sprintScopeChanges,
    milestone_rollup: relatives.milestoneRollup,
    type: row.type,
    parent_epic: row.parent_epic_id,
    dor: row.dor,
    sprint_rank: row.sprint_rank,
    governance_class: row.governance_class,
    delivery_mode: row.delivery_mode,
    // At the top nothing is inherited from a parent, also where nobody declared anything.
    parent_governance_inherited: row.parent_governance_inherited && row.parent_id !== null,
    business_value: row.business_value,
    time_criticality: row.time_criticality,
    risk_reduction: row.risk_reduction,
    job_size: row.job_size,
    reach: row.reach,
    impact: row.impact,
    confidence: row.confidence,
    effort: row.effort,
    value: row.value,
    effort_estimate: row.effort_estimate,
    acceptance_criteria: relatives.acceptanceCriteria,
    prioritization_score: prioritizationScore(row, project.prioritizationModel),
    criteria_met_count: relatives.criteriaMetCount,
    criteria_total: relatives.criteriaCount,
    dor_blockers: dorBlockers(row.story_points, relatives),
    can_edit: canEdit,
    can_delete: canEdit,
    can_edit_estimates: mayEditEstimates(project.role, project.estimationMode, canEdit),
    can_log_time: canLogTime(project.role),
    custom_fields: relatives.customFields,
    source_kind: row.source_kind,
    source_id: row.source_id,
    source_version: row.source_version,
    seeded_at: instantText(row.seeded_at),
    edited_at: instantText(row.edited_at),
    is_untouched_seed: row.seeded_at !== null && row.edited_at === null,
  }
}

/** A phase shows what its tasks add up to, a parent of subtasks their progress. */
function shownValues(row: PagedRow, page: TaskPage): PhaseValues {
  const rollup = page.rollups.get(row.id)
  if (rollup === undefined) return row
  if (isPhase(row)) return phaseValues(row, rollup, page.spans.get(row.id) ?? null)
  return { ...row, percent_complete: rollup.percent ?? row.percent_complete }
}

interface PresentedBlocker {
  readonly task: { id: string; name: string; short_id_display: string } | null
  readonly person: { id: string; username: string; display_name: string } | null
  readonly ageSeconds: number | null
}

const NO_BLOCKER: PresentedBlocker = { task: null, person: null, ageSeconds: null }

/** Most rows are not blocked and share one answer. */
function presentBlocker(row: PagedRow, page: TaskPage): PresentedBlocker {
  const { blocking_task_id: taskId, blocked_by_id: personId, blocked_since: since } = row
  if (taskId === null && personId === null && since === null) return NO_BLOCKER
  const task = taskId === null ? undefined : page.blockers.tasks.get(taskId)
  const isFlagged = row.blocked_reason !== '' && since !== null
  return {
    task: task ? { id: task.id, name: task.name, short_id_display: `T-${task.number}` } : null,
    person: (personId === null ? undefined : page.blockers.people.get(personId)) ?? null,
    ageSeconds: isFlagged ? Math.max(0, Math.floor((page.nowMs - Date.parse(since)) / 1000)) : null,
  }
}

function readinessOf(row: PagedRow, relatives: TaskRelatives): string {
  if (relatives.baselineFinish !== null) return 'baselined'
  const isAssigned = row.assignee_id !== null || relatives.assignments.length > 0
  if (!isAssigned) return row.status === 'BACKLOG' ? 'idea' : 'estimated'
  return row.predecessor_count > 0 ? 'ready' : 'estimated'
}

function daysSince(instant: string, nowMs: number): number {
  return Math.max(0, Math.floor((nowMs - Date.parse(instant)) / DAY_MS))
}

/** Calendar days from one date to another; null when either is missing. */
function daysBetween(from: string | null, to: string | null): number | null {
  return from === null || to === null ? null : Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
}
