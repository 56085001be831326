import { readCompoundFile } from './binary/read-compound-file.ts'
import { type ImportLimits, importLimits } from './plan/import-limits.ts'
import { ImportRefusal } from './plan/import-refusal.ts'
import type { ImportedPlan } from './plan/imported-plan.ts'
import { type DetectedFormat, detectFormat } from './plan-file/detect-format.ts'
import { readPlanFile } from './plan-file/read-plan-file.ts'
import { readPlanJson } from './plan-json/read-plan-json.ts'
import { looksLikeSeed } from './seed/looks-like-seed.ts'
import { readSeedAsPlan } from './seed/plan-from-seed.ts'
import type { SpreadsheetPreview } from './spreadsheet/build-preview.ts'
import { readSpreadsheet } from './spreadsheet/read-spreadsheet.ts'
import type { SpreadsheetOptions } from './spreadsheet/settle-table.ts'
import { holdsWorkbook } from './spreadsheet/xls/read-xls.ts'
import { readTracker } from './tracker/read-tracker.ts'

export type ReadOptions = SpreadsheetOptions & {
  limits?: Partial<ImportLimits>
  /** What the caller asked for; a file of another kind is refused. Everything is read when absent. */
  expects?: 'plan_file' | 'tracker'
  /** Which project of a file that holds several: its code, its name or its id. The first exported one when absent. */
  project?: string
}

const WAY_OUT = 'export it from its program as Project XML or XER, or save its table as CSV UTF-8'

export type ReadResult = {
  plan: ImportedPlan
  /** What a spreadsheet import shows and sums up; null for every other format. */
  preview: SpreadsheetPreview | null
}

/** Reads a plan in any format that the importers know. Throws an ImportRefusal where the file as a whole is unusable. */
export function readPlan(bytes: Uint8Array, fileName: string, options: ReadOptions = {}): ImportedPlan {
  return readWithPreview(bytes, fileName, options).plan
}

/** The same, together with the preview of a spreadsheet. */
export function readWithPreview(bytes: Uint8Array, fileName: string, options: ReadOptions = {}): ReadResult {
  const limits = importLimits(options.limits)
  const sheet = (isText: boolean) => readSpreadsheet(bytes, { name: fileName, isText }, options, limits)
  const extension = /\.[a-z0-9]{1,10}$/i.exec(fileName)?.[0]?.toLowerCase() ?? ''
  const isTextName = ['.csv', '.tsv', '.txt'].includes(extension)
  const isWorkbookName = ['.xls', '.xlsx', '.xlsm'].includes(extension)
  const detected = detectFormat(bytes)
  if (detected !== 'empty' && options.expects !== undefined) refuseOtherKinds(detected, options.expects)
  if (detected === 'text' && options.expects === 'tracker')
    return { plan: readTracker(bytes, fileName, options, limits), preview: null }
  switch (detected) {
    case 'empty':
      throw new ImportRefusal('empty_file', 'the file is empty')
    case 'zip':
      return sheet(false)
    case 'compound':
      if (isWorkbookName || holdsWorkbook(readCompoundFile(bytes))) return sheet(false)
      return { plan: readPlanFile(bytes, fileName, limits), preview: null }
    case 'mspdi':
    case 'xer':
    case 'pmxml':
    case 'mpx':
    case 'gan':
    case 'planner':
    case 'pod':
      return { plan: readPlanFile(bytes, fileName, limits, projectOption(options)), preview: null }
    case 'tracker':
      return { plan: readTracker(bytes, fileName, options, limits), preview: null }
    case 'binary':
      throw new ImportRefusal(
        'unreadable_file',
        `the file is neither a plan of a known kind nor readable text; ${WAY_OUT}`,
      )
    default:
      if (isTextName) return sheet(true)
      if (detected === 'json') return { plan: readJson(bytes, options, limits), preview: null }
      // Many programs of the web call tables of text so.
      if (detected === 'text' && ['', '.xls'].includes(extension)) return sheet(true)
      if (detected === 'text')
        throw new ImportRefusal('unsupported_format', `the file is text of a kind that is not known; ${WAY_OUT}`)
      return { plan: readPlanFile(bytes, fileName, limits), preview: null }
  }
}

function projectOption({ project }: ReadOptions): { project?: string } {
  return project === undefined ? {} : { project }
}

/** Plan JSON or a program seed. */
function readJson(bytes: Uint8Array, options: ReadOptions, limits: ImportLimits): ImportedPlan {
  return looksLikeSeed(bytes) ? readSeedAsPlan(bytes, options.startDate, limits) : readPlanJson(bytes, limits)
}

/** A tracker's export is no plan file, and nothing else may take its door. */
function refuseOtherKinds(detected: DetectedFormat, expects: 'plan_file' | 'tracker'): void {
  if (expects === 'tracker' && detected !== 'tracker' && detected !== 'text')
    throw new ImportRefusal('unsupported_format', "the file is not an issue tracker's export")
  if (expects === 'plan_file' && detected === 'tracker')
    throw new ImportRefusal('unsupported_format', 'this is an issue tracker export, not a plan file')
}
