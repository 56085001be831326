import type { ImportedPlan } from '../plan/imported-plan.ts'
import { writePmxml } from './primavera/write-pmxml.ts'
import { writeXer } from './primavera/write-xer.ts'
import type { ScheduleDates } from './schedule-dates.ts'
import { writeCsv } from './write-csv.ts'
import { type FeedFacts, writeIcs } from './write-ics.ts'
import { writeMspdi } from './write-mspdi.ts'
import { writePlanJson } from './write-plan-json.ts'
import { writeXlsx } from './write-xlsx.ts'

export type WrittenForm = 'mspdi' | 'xer' | 'pmxml' | 'json' | 'csv' | 'xlsx' | 'ics'

/** One plan to be written in one form. `feed` is what calendars know an event by. */
export type WriteTask = { form: WrittenForm; plan: ImportedPlan; dates: ScheduleDates; feed: FeedFacts }

/** The bytes of a plan in any of the forms in which plans leave. */
export async function writePlan(task: WriteTask): Promise<Uint8Array<ArrayBuffer>> {
  const written = await WRITERS[task.form](task)
  return new Uint8Array(typeof written === 'string' ? new TextEncoder().encode(written) : written)
}

const WRITERS: Readonly<Record<WrittenForm, (task: WriteTask) => string | Promise<Uint8Array>>> = {
  mspdi: ({ plan, dates }) => writeMspdi(plan, dates),
  xer: async ({ plan, dates }) => writeXer(plan, dates),
  pmxml: ({ plan, dates }) => writePmxml(plan, dates),
  json: ({ plan }) => writePlanJson(plan),
  csv: ({ plan, dates }) => writeCsv(plan, dates),
  xlsx: ({ plan, dates }) => writeXlsx(plan, dates),
  ics: ({ plan, dates, feed }) => writeIcs(plan, dates, feed),
}
