import { PlanRefusal } from '../../../compute/model/refusal.ts'
import { ImportRefusal } from '../../../importers/plan/import-refusal.ts'

export interface PrintedRefusal {
  error: { code: string; detail: string; offending?: readonly string[] }
}

/** The document of a refused plan; null when the error is no refusal but a bug. */
export function refusalDocument(error: unknown): PrintedRefusal | null {
  if (!(error instanceof PlanRefusal || error instanceof ImportRefusal)) return null
  const { code, detail, offending } = error
  return { error: offending === undefined ? { code, detail } : { code, detail, offending } }
}

/** Prints a refusal as the contract says and returns its exit code; anything else is thrown on. */
export function printRefusal(error: unknown, asJson: boolean): number {
  const document = refusalDocument(error)
  if (!document) throw error
  if (asJson) process.stdout.write(`${JSON.stringify(document)}\n`)
  else process.stderr.write(`refused (${document.error.code}): ${document.error.detail}\n`)
  return 2
}
