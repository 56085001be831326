import { INHERITABLE_COLUMNS, pickColumns } from '../levels/inheritable-settings.ts'
import type { Program } from '../levels/program.entity.ts'
import type { ProgramFields } from './program.schema.ts'

type Column = Extract<keyof Program, string>

/** Where each writable field is stored; the key has rules of its own. */
export const PROGRAM_COLUMNS = {
  name: 'name',
  description: 'description',
  calendar: 'calendar_id',
  health: 'health',
  target_date: 'target_date',
  visibility: 'visibility',
  color: 'color',
  lead: 'lead_id',
  ...INHERITABLE_COLUMNS,
} as const satisfies Record<Exclude<keyof ProgramFields, 'code'>, Column>

export type StoredField = keyof typeof PROGRAM_COLUMNS

/** The sent fields as columns; what was not sent is absent. */
export function columnsOf(fields: ProgramFields): Partial<Program> {
  return pickColumns(fields, PROGRAM_COLUMNS) as Partial<Program>
}
