import { z } from 'zod'
import { pageOf } from '../platform/http/paging.ts'
import { staleDatesReply } from '../projects/project.schema.ts'
import { taskWarning } from './task.schema.ts'
import { criterionReply, labelChip } from './task-parts.schema.ts'
import { SHOWN_FIELDS } from './task-values.ts'

const id = z.guid()
const text = z.string()
const date = z.string().meta({ format: 'date' }).nullable()
const instant = z.string().meta({ format: 'date-time' }).nullable()
const whole = z.int()
const flag = z.boolean()
const number = z.number().nullable()

/** A task as it is read. */
export const taskReply = z
  .object({
    ...SHOWN_FIELDS,
    id,
    server_version: whole,
    short_id: text,
    short_id_display: text,
    qualified_id: text,
    project: id,
    wbs_path: text.nullable(),
    early_start: date,
    early_finish: date,
    scheduled_start: date,
    scheduled_finish: date,
    remaining_duration: whole,
    late_start: date,
    late_finish: date,
    total_float: whole.nullable(),
    free_float: whole.nullable(),
    is_critical: flag.nullable(),
    baseline_start: date,
    baseline_finish: date,
    latest_note_at: instant,
    schedule_variance_days: whole.nullable(),
    spi: number,
    spi_band: text.nullable(),
    dwell_days: whole.nullable(),
    is_stalled: flag,
    is_summary: flag,
    is_phase: flag,
    assignments: z.array(z.object({ id, resource: id, resource_id: id, resource_name: text, units: text })),
    labels: z.array(labelChip),
    readiness: z.enum(['idea', 'estimated', 'ready', 'baselined']),
    predecessor_count: whole,
    is_blocked: flag,
    blocking_task_detail: z.object({ id, name: text, short_id_display: text }).nullable(),
    blocked_by: z.object({ id, username: text, display_name: text }).nullable(),
    blocked_age_seconds: whole.nullable(),
    is_impediment: flag,
    linked_risks_count: whole,
    linked_risks_max_severity: whole.nullable(),
    has_related_links: flag,
    has_recurrence: flag,
    external_link_summary: z.object({ count: whole, worst_status: text.nullable() }),
    assignee_is_overallocated: flag,
    sprint_pending: flag,
    sprint_scope_changes: z.array(z.looseObject({})),
    milestone_rollup: z.looseObject({ percent_complete: z.number().nullable() }).nullable(),
    acceptance_criteria: z.array(criterionReply),
    prioritization_score: number,
    criteria_met_count: whole,
    criteria_total: whole,
    dor_blockers: z.array(text),
    can_edit: flag,
    can_delete: flag,
    can_edit_estimates: flag,
    can_log_time: flag,
    custom_fields: z.record(z.string(), z.unknown()),
    is_untouched_seed: flag,
  })
  .meta({ id: 'Task' })

/** A task after a write: keys that were not applied are named. */
export const writtenTaskReply = taskReply
  .extend({ warnings: z.array(taskWarning).optional() })
  .meta({ id: 'TaskWritten' })

/** One task as it is read, with the mark of its project where passes cannot date everything. */
export const readTaskReply = taskReply.extend(staleDatesReply).meta({ id: 'TaskRead' })

/** The marks of the projects whose tasks are listed stand beside them, once each. */
export const taskPageReply = (pageOf(taskReply) as z.ZodObject)
  .extend({ stale_dates: z.array(z.object({ project: z.guid(), ...staleDatesReply })).optional() })
  .meta({ id: 'TaskPage' })
