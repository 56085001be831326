import { standardCalendar } from '../../compute/plan/working-days.ts'
import type { ImportedPlan, PlanTask } from '../../importers/plan/imported-plan.ts'

/** A task of two days that says nothing but what the test gives it. */
export const neutralTask = (id: string, more: Partial<PlanTask> = {}): PlanTask => ({
  id,
  name: `Task ${id}`,
  duration: 2,
  parent: null,
  calendar: null,
  is_milestone: false,
  planned_start: null,
  percent_complete: 0,
  actual_start: null,
  actual_finish: null,
  optimistic_duration: null,
  most_likely_duration: null,
  pessimistic_duration: null,
  delivery_mode: 'waterfall',
  story_points: null,
  ...more,
})

/** A plan from Monday 2 March 2026, Monday to Friday. */
export const neutralPlan = (tasks: PlanTask[], more: Partial<ImportedPlan> = {}): ImportedPlan => ({
  format: 'svc-plan/1',
  name: 'P',
  start_date: '2026-03-02',
  status_date: null,
  calendar: standardCalendar(),
  calendars: {},
  tasks,
  dependencies: [],
  resources: [],
  assignments: [],
  receipt: [],
  ...more,
})
