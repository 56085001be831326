// The library `svc/importers`: files in, plans out, and back. Everything else below this folder may change from one
// version to the next.

import type { ImportedPlan } from './plan/imported-plan.ts'
import type { ScheduleDates } from './write/schedule-dates.ts'
import { type WrittenForm, writePlan as writeForm } from './write/write-plan.ts'

export type { Plan } from '../compute/plan/plan-document.ts'
export { ImportRefusal, type ImportRefusalCode } from './plan/import-refusal.ts'
export type { ImportedPlan, ReceiptEntry } from './plan/imported-plan.ts'
export { createImportPool, type ImportPool, type ImportPoolOptions } from './pool.ts'
export { type ReadOptions, readPlan } from './read-plan.ts'
export type { ScheduleDates } from './write/schedule-dates.ts'

/** Forms a plan can be written in; calendars (`ics`) are written by the service alone, which gives them their identity. */
export type PlanForm = Exclude<WrittenForm, 'ics'>

/** The bytes of a plan in a form. Computed dates, by task, stand beside those of the plan where a form shows them. */
export function writePlan(
  plan: ImportedPlan,
  form: PlanForm,
  dates: ScheduleDates = new Map(),
): Promise<Uint8Array<ArrayBuffer>> {
  return writeForm({ form, plan, dates, feed: { feedId: '', stamp: new Date(0) } })
}
