import { Diagnostics } from '../plan/diagnostics.ts'
import type { ImportLimits } from '../plan/import-limits.ts'
import type { ImportedPlan } from '../plan/imported-plan.ts'
import { buildPlan } from '../plan-file/build/build-plan.ts'
import { rawProject } from './build/raw-project.ts'
import { readPmxml } from './pmxml/read-pmxml.ts'
import { readXer } from './xer/read-xer.ts'

/** Reads one project of a Primavera file. Both ways of writing fill one model first and are converted by the same rules. */
export function readPrimavera(
  format: 'xer' | 'pmxml',
  bytes: Uint8Array,
  context: { fileName: string; limits: ImportLimits; project?: string },
): ImportedPlan {
  const { fileName, limits } = context
  const diagnostics = new Diagnostics(limits.maxReceiptEntries)
  const model = format === 'xer' ? readXer(bytes, diagnostics) : readPmxml(bytes, diagnostics)
  return buildPlan(rawProject(model, context.project, limits), { fileName, limits, diagnostics })
}
