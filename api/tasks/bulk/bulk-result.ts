import { FieldErrors, type FieldMessages, Refusal } from '../../platform/errors.ts'

export interface Problem {
  readonly index: number
  readonly id: string | null
  readonly code: string
  readonly message: string
  readonly offending?: readonly string[]
}

export interface AppliedRow {
  readonly index: number
  readonly id: string
  readonly op: 'create' | 'update' | 'delete'
  readonly outcome: 'created' | 'updated' | 'unchanged' | 'deleted'
}

/** Why one row of a batch was left; `isSkip` marks a no-op that is nobody's mistake. */
export class RowProblem extends Error {
  readonly code: string
  readonly id: string | null
  readonly isSkip: boolean

  constructor(code: string, message: string, id: string | null, isSkip = false) {
    super(message)
    this.code = code
    this.id = id
    this.isSkip = isSkip
  }
}

const CODE_OF_STATUS: Readonly<Record<number, string>> = { 403: 'forbidden', 404: 'not_found', 409: 'conflict' }

/** What a refusal of the single write means for a row of a batch; anything unexpected is thrown on. */
export function rowProblemOf(error: unknown, id: string | null): RowProblem {
  if (error instanceof RowProblem) return error
  if (error instanceof FieldErrors) return new RowProblem('invalid', firstMessage(error.fields), id)
  if (error instanceof Refusal) {
    return new RowProblem(CODE_OF_STATUS[error.status] ?? 'invalid', error.message, id)
  }
  throw error
}

/** `<field>: <first message>`. */
function firstMessage(fields: Record<string, FieldMessages>): string {
  const [field, messages] = Object.entries(fields)[0] ?? ['non_field_errors', ['Invalid.']]
  return `${field}: ${firstText(messages as FieldMessages)}`
}

function firstText(messages: FieldMessages): string {
  const first: unknown = Array.isArray(messages)
    ? messages.find((entry) => typeof entry === 'string' || Object.keys(entry).length > 0)
    : Object.values(messages)[0]
  return typeof first === 'string' ? first : firstText((first ?? ['Invalid.']) as FieldMessages)
}
