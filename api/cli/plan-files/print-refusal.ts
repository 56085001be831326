import { PlanRefusal } from '../../../compute/model/refusal.ts'
import { ImportRefusal } from '../../../importers/plan/import-refusal.ts'
import type { Format } from '../output/layout.ts'
import { withoutControls } from '../output/table-text.ts'
import { remedyOf } from './refusal-remedy.ts'

export interface PrintedRefusal {
  error: { code: string; detail: string; offending?: readonly string[]; file?: string }
}

/** The document of a refused plan; null when the error is no refusal but a bug. Standard input has no name to tell. */
export function refusalDocument(error: unknown, file: string): PrintedRefusal | null {
  if (!(error instanceof PlanRefusal || error instanceof ImportRefusal)) return null
  const { code, detail, offending } = error
  return {
    error: {
      code,
      detail,
      ...(offending === undefined ? {} : { offending }),
      ...(file === '-' ? {} : { file }),
    },
  }
}

/** Prints a refusal as the contract says and returns its exit code; anything else is thrown on. */
export function printRefusal(error: unknown, file: string, format: Format): number {
  const document = refusalDocument(error, file)
  if (!document) throw error
  return printRefused(document, format)
}

/** JSON goes where the result would have gone; people are told on standard error. */
export function printRefused({ error }: PrintedRefusal, format: Format): number {
  if (format === 'json') process.stdout.write(`${JSON.stringify({ error })}\n`)
  else {
    const where = error.file === undefined ? '' : `${withoutControls(error.file)} `
    const detail = withoutControls(error.detail)
    const remedy = remedyOf(error.code)
    const ended = remedy === '' || /[.!?]$/.test(detail) ? detail : `${detail}.`
    process.stderr.write(`${where}refused (${error.code}): ${[ended, remedy].filter(Boolean).join(' ')}\n`)
  }
  return 2
}
