import { Diagnostics } from '../plan/diagnostics.ts'
import type { ImportLimits } from '../plan/import-limits.ts'
import { ImportRefusal } from '../plan/import-refusal.ts'
import type { ImportedPlan } from '../plan/imported-plan.ts'
import { readPrimavera } from '../primavera/read-primavera.ts'
import { buildPlan } from './build/build-plan.ts'
import { detectFormat } from './detect-format.ts'
import { readGan } from './gan/read-gan.ts'
import { readGnomePlanner } from './gnome/read-gnome-planner.ts'
import { readMpp } from './mpp/read-mpp.ts'
import { readMpx } from './mpx/read-mpx.ts'
import { readPod } from './pod/read-pod.ts'
import { readMspdi } from './xml/read-mspdi.ts'

/** Reads a desktop planner's file. Both formats become a `RawProject` first and are converted by the same rules. */
export function readPlanFile(
  bytes: Uint8Array,
  fileName: string,
  limits: ImportLimits,
  options: { project?: string } = {},
): ImportedPlan {
  if (bytes.length > limits.planFileBytes) {
    throw new ImportRefusal('too_large', `the file has ${bytes.length} bytes; at most ${limits.planFileBytes} are read`)
  }
  const format = detectFormat(bytes)
  const diagnostics = new Diagnostics(limits.maxReceiptEntries)
  switch (format) {
    case 'empty':
      throw new ImportRefusal('empty_file', 'the file is empty')
    case 'compound':
      return buildPlan(readMpp(bytes, limits), { fileName, limits })
    case 'mspdi':
      return buildPlan(readMspdi(bytes, limits), { fileName, limits })
    case 'xer':
    case 'pmxml':
      return readPrimavera(format, bytes, { fileName, limits, ...options })
    case 'mpx':
      return buildPlan(readMpx(bytes, limits, diagnostics), { fileName, limits, diagnostics })
    case 'gan':
      return buildPlan(readGan(bytes, limits, diagnostics), { fileName, limits, diagnostics })
    case 'planner':
      return buildPlan(readGnomePlanner(bytes, limits, diagnostics), { fileName, limits, diagnostics })
    case 'pod':
      return buildPlan(readPod(bytes, limits), { fileName, limits })
    case 'tracker':
      throw new ImportRefusal('unsupported_format', 'this is an issue tracker export, not a plan file')
    default:
      throw new ImportRefusal('unsupported_format', 'this is neither a .mpp file nor a plan in XML')
  }
}
