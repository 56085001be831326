export type ImportRefusalCode =
  | 'unreadable_file'
  | 'empty_file'
  | 'unsupported_format'
  | 'password_protected'
  | 'unsupported_encoding'
  | 'too_large'
  | 'too_complex'
  | 'too_many_tasks'
  | 'too_many_resources'
  | 'too_many_links'
  | 'too_many_assignments'
  | 'too_many_calendars'
  | 'too_many_exceptions'
  | 'no_header'
  | 'no_name_column'
  | 'no_tasks'
  | 'bad_option'
  | 'invalid_plan'
  | 'cyclic_dependency'
  | 'timeout'
  | 'out_of_memory'
  | 'cancelled'
  | 'queue_full'
  | 'importer_failed'

/** The plain form of a refusal, which crosses thread boundaries and is printed by the command line. */
export type PlainRefusal = { kind: 'refusal'; code: ImportRefusalCode; detail: string; offending?: string[] }

/** An expected end of an import: the file as a whole cannot be read. Anything else that is thrown is a bug. */
export class ImportRefusal extends Error {
  readonly code: ImportRefusalCode
  readonly detail: string
  readonly offending: string[] | undefined

  constructor(code: ImportRefusalCode, detail: string, offending?: string[]) {
    super(detail)
    this.name = 'ImportRefusal'
    this.code = code
    this.detail = detail
    this.offending = offending
  }

  toPlain(): PlainRefusal {
    const plain: PlainRefusal = { kind: 'refusal', code: this.code, detail: this.detail }
    if (this.offending !== undefined) plain.offending = this.offending
    return plain
  }
}
