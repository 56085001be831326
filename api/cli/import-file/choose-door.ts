import path from 'node:path'
import { detectFormat } from '../../../importers/plan-file/detect-format.ts'
import { UsageError } from '../usage-error.ts'

export type Door = 'csv' | 'planfile' | 'tracker' | 'ndjson'

/** Which endpoint takes the file; XML is looked into, because planners and trackers share the ending. */
export function chooseDoor(file: string, bytes: Uint8Array): Door {
  switch (path.extname(file).toLowerCase()) {
    case '.mpp':
    case '.xer':
    case '.pmxml':
    case '.mpx':
    case '.gan':
    case '.json':
      return 'planfile'
    case '.xml':
      return detectFormat(bytes) === 'tracker' ? 'tracker' : 'planfile'
    case '.csv':
    case '.tsv':
    case '.txt':
    case '.xlsx':
    case '.xlsm':
    case '.ods':
      return 'csv'
    case '.ndjson':
    case '.jsonl':
      return 'ndjson'
    default:
      throw new UsageError(
        `${file}: the service imports .mpp, .xml, .xer, .pmxml, .mpx, .gan, .json, .csv, .tsv, .txt, .xlsx, .xlsm, .ods, .ndjson and .jsonl`,
      )
  }
}
