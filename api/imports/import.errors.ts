import type { PlainRefusal } from '../../importers/plan/import-refusal.ts'
import { Refusal, unavailable } from '../platform/errors.ts'

/** A file that cannot be read as a whole: 400 with the importer's code. A full queue or a cancelled read is a 503. */
export function refusalOfImport(refusal: PlainRefusal): Refusal {
  if (refusal.code === 'queue_full' || refusal.code === 'cancelled') return unavailable(refusal.detail)
  const extra = refusal.offending === undefined ? {} : { offending: refusal.offending }
  return new Refusal(400, refusal.detail, { code: refusal.code, extra })
}

export function importNotDone(): Refusal {
  return new Refusal(400, 'Only a finished import can be undone.')
}

export function importChangedTasks(): Refusal {
  return new Refusal(400, 'This import changed tasks that were there before; it cannot be undone.', {
    code: 'import_not_undoable',
  })
}
