import type { SheetField } from './header-spellings.ts'

/** The columns that this project's own exports write, and know again. */
export const OWN_HEADERS = [
  'ID',
  'WBS',
  'Name',
  'Duration',
  'Start',
  'Finish',
  '% Complete',
  'Assignee',
  'Predecessors',
  'Milestone',
  'Labels',
  'Notes',
  'Planned Start',
] as const

/** Those of them whose field their cells do not decide: names may look like codes beside notes that read like names. */
export const OWN_FIELDS: ReadonlyMap<string, SheetField> = new Map([
  ['Name', 'name'],
  ['Start', 'scheduled_start'],
  ['Notes', 'notes'],
])

/**
 * Whether a sheet came from here: its `Start` is then a computed date and no wish, also where `Planned Start` is blank
 * throughout.
 */
export function isOwnExport(headers: readonly string[]): boolean {
  return OWN_HEADERS.every((own, index) => headers[index]?.trim() === own)
}
