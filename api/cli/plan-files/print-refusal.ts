import { PlanRefusal } from '../../../compute/model/refusal.ts'
import { ImportRefusal } from '../../../importers/plan/import-refusal.ts'
import { FileTrouble } from '../output/file-trouble.ts'
import type { Format } from '../output/layout.ts'
import { withoutControls } from '../output/table-text.ts'
import { remedyOf } from './refusal-remedy.ts'

export interface PrintedRefusal {
  error: {
    code: string
    detail: string
    /** What can be done about it, in a sentence. */
    remedy?: string
    offending?: readonly string[]
    file?: string
  }
}

/** The document of a refused plan; null when the error is no refusal but a bug. Standard input has no name to tell. */
export function refusalDocument(error: unknown, file: string): PrintedRefusal | null {
  // The sentence of a file that cannot be read has its remedy.
  if (error instanceof FileTrouble)
    return { error: { code: 'unreadable_file', detail: error.message, ...named(error.file) } }
  if (!(error instanceof PlanRefusal || error instanceof ImportRefusal)) return null
  const { code, detail, offending } = error
  const remedy = remedyOf(code)
  return {
    error: {
      code,
      detail,
      ...(remedy === '' ? {} : { remedy }),
      ...(offending === undefined ? {} : { offending }),
      ...named(file),
    },
  }
}

function named(file: string): { file?: string } {
  return file === '-' ? {} : { file }
}

/** Prints a refusal as the contract says and returns its exit code; anything else is thrown on. */
export function printRefusal(error: unknown, file: string, format: Format): number {
  const document = refusalDocument(error, file)
  if (!document || (error instanceof FileTrouble && format !== 'json')) throw error
  return printRefused(document, format)
}

/** A text with its full stop, so that another sentence can follow. */
export function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}

/** JSON goes where the result would have gone; people are told on standard error. */
export function printRefused({ error }: PrintedRefusal, format: Format): number {
  if (format === 'json') process.stdout.write(`${JSON.stringify({ error })}\n`)
  else {
    const where = error.file === undefined ? '' : `${withoutControls(error.file)} `
    const detail = withoutControls(error.detail)
    const { remedy = '' } = error
    const told = remedy === '' ? detail : `${asSentence(detail)} ${remedy}`
    process.stderr.write(`${where}refused (${error.code}): ${told}\n`)
  }
  return 2
}
