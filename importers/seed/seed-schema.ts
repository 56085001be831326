import { z } from 'zod'
import { CONSTRAINT_NAMES, LINK_TYPE_NAMES } from '../../compute/plan/constraint-names.ts'
import { MILESTONE_MOMENTS } from '../../compute/plan/plan-document.ts'
import { TASK_STATUSES } from '../../compute/plan/task-status.ts'
import { agileSections, estimate } from './seed-agile-schema.ts'
import { customField, fieldValues, type SeedCustomField } from './seed-custom-fields.ts'
import * as kind from './seed-kinds.ts'
import { programSettings, projectSettings } from './seed-settings.ts'

export const LABEL_COLORS = ['slate', 'teal', 'purple', 'blue', 'rose', 'amber', 'green', 'cyan'] as const
const SEED_ROLES = ['VIEWER', 'MEMBER', 'SCHEDULER', 'ADMIN', 'OWNER'] as const
const METHODOLOGIES = ['WATERFALL', 'AGILE', 'HYBRID'] as const
const TYPES = ['epic', 'story', 'task', 'bug', 'spike', 'tech_debt'] as const

const account = z.strictObject({
  slug: kind.slug,
  username: kind.name(150),
  email: z.string().max(254).optional(),
  display_name: z.string().max(255).optional(),
  role: z.enum(SEED_ROLES).optional(),
})

const resource = z.strictObject({
  slug: kind.slug,
  name: kind.name(255),
  email: z.string().max(254).optional(),
  job_role: z.string().max(120).optional(),
  max_units: kind.capacity.optional(),
  calendar: kind.slug.nullable().optional(),
  account: kind.slug.nullable().optional(),
  skills: z
    .array(z.strictObject({ name: kind.name(120), proficiency: z.int().min(1).max(3).optional() }))
    .max(200)
    .optional(),
})

const label = z.strictObject({
  slug: kind.slug,
  name: kind.name(50),
  color: z.enum(LABEL_COLORS).optional(),
  position: z.int().min(-32_768).max(kind.MAX_SMALL).optional(),
})

const dependency = z.strictObject({
  predecessor: kind.taskRef,
  successor: kind.taskRef,
  dep_type: z.enum(LINK_TYPE_NAMES),
  lag: z.int().min(-kind.MAX_DAYS).max(kind.MAX_DAYS).optional(),
  lag_unit: z.enum(['working', 'elapsed']).optional(),
})

const assignment = z.strictObject({ resource: kind.slug, units: kind.units.optional() })

const criterion = z.strictObject({
  text: kind.name(1000),
  given: z.string().max(1000).optional(),
  when: z.string().max(1000).optional(),
  // biome-ignore lint/suspicious/noThenProperty: the name on the wire, and never a function.
  then: z.string().max(1000).optional(),
  met: z.boolean().optional(),
})

const roster = z.strictObject({
  resource: kind.slug,
  role_title: z.string().max(120).optional(),
  units_override: kind.capacity.nullable().optional(),
  notes: kind.longText.optional(),
})

/** The schemas of the sections of one version. Every object is closed: a key that is not here is an error. */
export function seedSections(version: '1.0' | '2.0') {
  const isNew = version === '2.0'
  const { date } = kind.dateKinds(isNew)
  const someDate = date.nullable().optional()
  const { sprint, risk, baseline, event, forecastHistory } = agileSections(version)
  const link = z.strictObject({
    target: kind.taskRef,
    link_type: z.enum(['relates_to', 'blocks', 'duplicates']),
    note: z.string().max(280).optional(),
  })
  /** How often a template is done again. */
  const recurrence = z
    .strictObject({
      frequency: z.enum(['DAILY', 'WEEKLY', 'MONTHLY', 'CUSTOM']),
      interval: z.int().min(1).max(365).optional(),
      weekdays: z.int().min(0).max(127).optional(),
      day_of_month: z.int().min(1).max(31).nullable().optional(),
      time_of_day: z
        .string()
        .regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/)
        .optional(),
      timezone: kind.timezone.optional(),
      end_type: z.enum(['NEVER', 'ON_DATE', 'AFTER_N']).optional(),
      end_date: someDate,
      end_count: kind.count.min(1).nullable().optional(),
      inherit_assignee: z.boolean().optional(),
      inherit_subtasks: z.boolean().optional(),
      inherit_attachments: z.boolean().optional(),
      inherit_morning_notification: z.boolean().optional(),
    })
    .refine((rule) => rule.frequency !== 'WEEKLY' || rule.weekdays, 'WEEKLY needs weekdays')
    .refine((rule) => rule.frequency !== 'MONTHLY' || rule.day_of_month, 'MONTHLY needs a day_of_month')
    .refine((rule) => rule.end_type !== 'ON_DATE' || rule.end_date, 'ON_DATE needs an end_date')
    .refine((rule) => rule.end_type !== 'AFTER_N' || rule.end_count, 'AFTER_N needs an end_count')
  const task = z.strictObject({
    wbs_path: kind.wbsPath,
    name: kind.name(512),
    type: z.enum(TYPES).optional(),
    status: z.enum(TASK_STATUSES).optional(),
    is_milestone: z.boolean().optional(),
    is_subtask: z.boolean().optional(),
    structure_role: z.enum(['work', 'container', 'milestone']).optional(),
    duration: kind.days.optional(),
    duration_unit: z.enum(['days', 'hours']).optional(),
    planned_start: someDate,
    constraint_type: z.enum(CONSTRAINT_NAMES).optional(),
    constraint_date: someDate,
    deadline: someDate,
    milestone_at: z.enum(MILESTONE_MOMENTS).optional(),
    actual_start: someDate,
    actual_finish: someDate,
    percent_complete: z.number().min(0).max(100).optional(),
    notes: kind.longText.optional(),
    estimate: estimate.nullable().optional(),
    story_points: kind.smallCount.nullable().optional(),
    remaining_points: kind.smallCount.nullable().optional(),
    assignee: kind.slug.nullable().optional(),
    calendar: kind.slug.nullable().optional(),
    sprint: kind.slug.nullable().optional(),
    parent_epic: kind.wbsPath.nullable().optional(),
    dor: z.enum(['idea', 'refine', 'ready']).optional(),
    sprint_rank: kind.count.nullable().optional(),
    priority_rank: kind.count.nullable().optional(),
    governance_class: z.enum(['gated', 'flow', 'hybrid']).optional(),
    delivery_mode: z.enum(['waterfall', 'scrum', 'kanban', 'milestone']).optional(),
    color: kind.color.optional(),
    external_id: z.string().min(1).max(255).nullable().optional(),
    is_recurring: z.boolean().optional(),
    recurrence: recurrence.optional(),
    blocked_reason: kind.longText.optional(),
    blocker_type: z.enum(['', 'dependency', 'resource', 'vendor', 'decision', 'other']).optional(),
    blocking_task: kind.taskRef.nullable().optional(),
    business_value: kind.smallCount.nullable().optional(),
    time_criticality: kind.smallCount.nullable().optional(),
    risk_reduction: kind.smallCount.nullable().optional(),
    job_size: kind.smallCount.nullable().optional(),
    reach: kind.count.nullable().optional(),
    impact: kind.score.nullable().optional(),
    confidence: kind.score.nullable().optional(),
    effort: kind.score.nullable().optional(),
    value: kind.smallCount.nullable().optional(),
    effort_estimate: kind.score.nullable().optional(),
    labels: z.array(kind.slug).max(100).optional(),
    assignments: z.array(assignment).max(500).optional(),
    skills: z
      .array(z.strictObject({ name: kind.name(120), min_proficiency: z.int().min(1).max(3).optional() }))
      .max(200)
      .optional(),
    acceptance_criteria: z.array(criterion).max(500).optional(),
    custom_fields: fieldValues.optional(),
    ...(isNew ? { links: z.array(link).max(500).optional() } : {}),
  })
  const calendar = z.strictObject({
    slug: kind.slug,
    name: kind.name(255),
    working_days: z.int().min(0).max(127).optional(),
    hours_per_day: z.number().gt(0).max(24).optional(),
    timezone: kind.timezone.optional(),
    exceptions: z
      .array(
        z.strictObject({
          exc_start: date,
          exc_end: date,
          is_working: z.boolean().optional(),
          description: z.string().max(255).optional(),
        }),
      )
      .max(20_000)
      .optional(),
  })
  const program = z.strictObject({
    slug: kind.slug,
    name: kind.name(255),
    methodology: z.enum(METHODOLOGIES),
    description: kind.description.optional(),
    color: kind.color.optional(),
    lead: kind.slug.nullable().optional(),
    calendar: kind.slug.nullable().optional(),
    target_date: someDate,
    settings: programSettings.optional(),
  })
  const project = z.strictObject({
    slug: kind.slug,
    name: kind.name(255),
    methodology: z.enum(METHODOLOGIES),
    start_date: date,
    status_date: someDate,
    description: kind.description.optional(),
    calendar: kind.slug.nullable().optional(),
    calendar_overlays: z
      .array(z.strictObject({ calendar: kind.slug, role: z.enum(['holidays', 'workspace']).optional() }))
      .max(50)
      .optional(),
    code: z.string().max(12).optional(),
    lead: kind.slug.nullable().optional(),
    default_view: z.enum(['SCHEDULE', 'BOARD', 'TABLE', 'OVERVIEW']).optional(),
    estimation_mode: z.enum(['open', 'suggest_approve', 'pm_only']).optional(),
    agile_features: z.boolean().optional(),
    board_columns: z.array(z.string().min(1).max(64)).max(50).optional(),
    forecast_history: forecastHistory.nullable().optional(),
    roster: z.array(roster).max(2000).optional(),
    settings: projectSettings.optional(),
  })
  const plan = { label, customField, task, dependency, sprint, baseline }
  return { account, calendar, resource, risk, event, program, project, ...plan }
}

export type SeedSections = ReturnType<typeof seedSections>
type Of<Section extends keyof SeedSections> = z.output<SeedSections[Section]>

export type SeedAccount = Of<'account'>
export type SeedCalendar = Of<'calendar'>
export type SeedResource = Of<'resource'>
export type SeedLabel = Of<'label'>
export type SeedDependency = Of<'dependency'>
export type SeedTask = Of<'task'> & { links?: { target: string; link_type: string; note?: string }[] | undefined }
export type SeedSprint = Of<'sprint'>
export type SeedRisk = Of<'risk'>
export type SeedBaseline = Of<'baseline'>
export type SeedEvent = Of<'event'>
export type SeedProgram = Of<'program'>
export type SeedProject = Of<'project'> & {
  labels?: SeedLabel[] | undefined
  custom_fields?: SeedCustomField[] | undefined
  tasks?: SeedTask[] | undefined
  dependencies?: SeedDependency[] | undefined
  sprints?: SeedSprint[] | undefined
  baselines?: SeedBaseline[] | undefined
  risks?: SeedRisk[] | undefined
}

/** A program as a document. Lists that are absent are empty. */
export interface SeedDocument {
  schema_version: '1.0' | '2.0'
  anchor?: string | undefined
  program: SeedProgram
  projects: SeedProject[]
  accounts?: SeedAccount[] | undefined
  calendars?: SeedCalendar[] | undefined
  resources?: SeedResource[] | undefined
  risks?: SeedRisk[] | undefined
  events?: SeedEvent[] | undefined
}
