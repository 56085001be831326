import { z } from 'zod'
import * as kind from './seed-kinds.ts'

export const EVENT_ACTIONS = {
  'task.status': 'task',
  'task.assign': 'task',
  'task.estimate': 'task',
  'task.points': 'task',
  'task.comment': 'task',
  'task.ac_met': 'task',
  'sprint.scope_inject': 'task',
  'sprint.scope_resolve': 'task',
  'sprint.activate': 'sprint',
  'sprint.close': 'sprint',
  'retro.action': 'sprint',
  'retro.promote': 'sprint',
  'baseline.capture': 'project',
  'risk.status': 'risk',
} as const

const SPRINT_STATES = ['PLANNED', 'ACTIVE', 'COMPLETED', 'CANCELLED'] as const
const RISK_STATUSES = ['OPEN', 'MITIGATING', 'RESOLVED', 'ACCEPTED', 'CLOSED'] as const

const PERCENTILE_DATES = ['p50_start', 'p50_end', 'p80_start', 'p80_end', 'p95_start', 'p95_end'] as const

export const estimate = z.strictObject({
  optimistic: kind.days.nullable(),
  most_likely: kind.days.nullable(),
  pessimistic: kind.days.nullable(),
})

/** What a seed holds of sprints, risks, baselines and the past. Sprints and the past are checked like the rest and not kept. */
export function agileSections(version: '1.0' | '2.0') {
  const isNew = version === '2.0'
  const { date, timestamp } = kind.dateKinds(isNew)
  const someDate = date.nullable().optional()
  const baselineTask = z.strictObject({
    task: kind.wbsPath,
    start: someDate,
    finish: someDate,
    duration: kind.days.nullable().optional(),
    total_float: z.int().min(-kind.MAX_DAYS).max(kind.MAX_DAYS).nullable().optional(),
    actual_start: someDate,
    actual_finish: someDate,
    story_points: kind.smallCount.nullable().optional(),
  })
  /** The calendar of the project on that day, by which what was planned is spread. */
  const frozenCalendar = z.strictObject({
    working_days: z.int().min(1).max(127),
    exceptions: z
      .array(z.strictObject({ from: date, to: date, working: z.boolean() }))
      .max(5_000)
      .optional(),
  })
  const baseline = z.strictObject({
    name: kind.name(255),
    is_active: z.boolean().optional(),
    tasks: z.array(baselineTask).max(20_000),
    captured_at: timestamp.optional(),
    calendar: frozenCalendar.optional(),
  })
  const risk = z.strictObject({
    slug: kind.slug,
    title: kind.name(512),
    status: z.enum(RISK_STATUSES),
    probability: z.int().min(1).max(5),
    impact: z.int().min(1).max(5),
    description: kind.description.optional(),
    category: z.enum(['TECHNICAL', 'EXTERNAL', 'ORGANIZATIONAL', 'PROJECT_MANAGEMENT']).optional(),
    response: z.enum(['AVOID', 'MITIGATE', 'TRANSFER', 'ACCEPT']).optional(),
    mitigation_due_date: someDate,
    trigger: kind.longText.optional(),
    contingency: kind.longText.optional(),
    notes: kind.longText.optional(),
    owner: kind.slug.nullable().optional(),
    tasks: z.array(kind.taskRef).max(1000).optional(),
  })
  const sprint = z.strictObject({
    slug: kind.slug,
    name: kind.name(255),
    state: z.enum(SPRINT_STATES),
    start_date: date,
    finish_date: date,
    goal: kind.longText.optional(),
    notes: kind.longText.optional(),
    committed_points: kind.count.nullable().optional(),
    completed_points: kind.count.nullable().optional(),
    capacity_points: kind.count.nullable().optional(),
    target_milestone: kind.wbsPath.nullable().optional(),
  })
  const forecastHistory = z
    .strictObject({
      days: z.int().min(1).max(365),
      commitment_finish: date,
      cpm_start: date,
      cpm_end: date,
      p50_start: date.optional(),
      p50_end: date.optional(),
      p80_start: date.optional(),
      p80_end: date.optional(),
      p95_start: date.optional(),
      p95_end: date.optional(),
      mc_iterations: kind.count.optional(),
      completion_ratio: z.number().min(0).max(1).optional(),
    })
    .refine(hasAllOrNoPercentiles, 'The six dates of the percentiles come together or not at all')
    .meta({ dependentRequired: Object.fromEntries(PERCENTILE_DATES.map((date) => [date, [...PERCENTILE_DATES]])) })
  const event = z.strictObject({
    at: timestamp,
    action: z.enum(Object.keys(EVENT_ACTIONS) as (keyof typeof EVENT_ACTIONS)[]),
    actor: kind.slug.nullable().optional(),
    target: z.string().min(1).max(320),
    from: z.string().max(64).optional(),
    to: z.string().max(64).optional(),
    goal_impact: z.boolean().optional(),
    points: kind.smallCount.nullable().optional(),
    remaining_points: kind.smallCount.nullable().optional(),
    estimate: estimate.nullable().optional(),
    assignee: kind.slug.nullable().optional(),
    body: kind.longText.optional(),
    goal_outcome: z.enum(['MET', 'PARTIAL', 'MISSED']).optional(),
  })
  return { sprint, risk, baseline, event, forecastHistory }
}

function hasAllOrNoPercentiles(history: Partial<Record<(typeof PERCENTILE_DATES)[number], string>>): boolean {
  const given = PERCENTILE_DATES.filter((date) => history[date] !== undefined).length
  return given === 0 || given === PERCENTILE_DATES.length
}
