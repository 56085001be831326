import { readFile } from 'node:fs/promises'
import { ImportRefusal, type PlainRefusal } from '../../../importers/plan/import-refusal.ts'
import type { ImportedPlan } from '../../../importers/plan/imported-plan.ts'
import { detectFormat } from '../../../importers/plan-file/detect-format.ts'
import type { Ctx } from '../../platform/context.ts'
import { fieldError, refuseUnless } from '../../platform/errors.ts'
import type { UploadedFile } from '../../platform/http/route.ts'
import { refusalOfImport } from '../import.errors.ts'
import type { ImportKind } from '../import-kinds.ts'
import { soundPlan } from '../plan-file/sound-plan.ts'
import { readOptions } from '../read-options.ts'
import { packedPlan } from './packed-content.ts'

/** Not the file's fault, or not yet known: the job that reads it has more time. */
const LATER = new Set(['queue_full', 'cancelled', 'timeout', 'out_of_memory', 'importer_failed'])

/**
 * Reads a file ahead of the writing and refuses what its import would refuse: 400 with the importer's code. Returns the
 * plan as the import may store it instead of the file, null where it has to read the file itself.
 */
export async function refuseUnreadable(
  ctx: Ctx<unknown>,
  kind: ImportKind,
  file: UploadedFile,
  options: Readonly<Record<string, unknown>>,
): Promise<Buffer | null> {
  const bytes = await readFile(file.path)
  const { imports } = ctx.services
  const reading = [file.fileName, await readOptions(ctx, null, kind, options)] as const
  const call = { signal: ctx.signal, givesBytes: true }
  // A document is looked at whole; of any other file nothing but a refusal has to be known here.
  if (detectFormat(bytes) === 'json') {
    const answer = await imports.read(bytes, ...reading, call)
    if (answer.ok) refuseUnsound(answer.plan)
    else refuseNow(answer.refusal)
  } else if (kind === 'spreadsheet') {
    const answer = await imports.read(bytes, ...reading, call)
    if (!answer.ok) refuseNow(answer.refusal)
    // Into a project that is there it would add nothing; here it would make an empty one.
    else refuseUnless(answer.plan.tasks.length > 0, () => fieldError('file', 'No task was found in the file.'))
  } else {
    const answer = await imports.pack(bytes, ...reading, call)
    if (answer.ok) return packedPlan(answer.packed)
    refuseNow(answer.refusal)
  }
  return null
}

function refuseNow(refusal: PlainRefusal): void {
  if (!LATER.has(refusal.code)) throw refusalOfImport(refusal)
}

function refuseUnsound(plan: ImportedPlan): void {
  try {
    soundPlan(plan)
  } catch (error) {
    throw error instanceof ImportRefusal ? refusalOfImport(error.toPlain()) : error
  }
}
