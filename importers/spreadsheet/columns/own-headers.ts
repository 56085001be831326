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

/**
 * Whether a sheet came from here: its `Start` is then a computed date and no wish, also where `Planned Start` is blank
 * throughout.
 */
export function isOwnExport(headers: readonly string[]): boolean {
  return OWN_HEADERS.every((own, index) => headers[index]?.trim() === own)
}
