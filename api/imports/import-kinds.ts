import type { Config } from '../platform/settings/config.ts'
import type { SourceKind } from '../tasks/task-values.ts'

interface ImportFacts {
  /** Names of files that the door takes; what is in them is looked at when they are read. */
  readonly extensions: readonly string[]
  /** How large a file may be. */
  readonly megabytes: (config: Config) => number
  /** What tasks say of their origin. */
  readonly sourceKind: SourceKind
  /** What the file must turn out to be; several formats stand behind the other doors. */
  readonly expects?: 'plan_file' | 'tracker'
  /** Read line by line, so that it never stands in memory as a whole: its bytes are kept in pieces. */
  readonly isStreamed?: true
}

/** The kinds of files that are imported into a project, each said once for its door, its reader and its tasks. */
export const IMPORT_KINDS = {
  spreadsheet: {
    extensions: ['.csv', '.tsv', '.txt', '.xlsx', '.xlsm', '.xls', '.ods'],
    megabytes: (config) => config.csvImportMaxUploadMb,
    sourceKind: 'csv_import',
  },
  plan_file: {
    extensions: ['.mpp', '.xml', '.xer', '.pmxml', '.mpx', '.gan', '.planner', '.pod', '.json'],
    megabytes: (config) => config.planfileMaxUploadMb,
    sourceKind: 'msproject_import',
    expects: 'plan_file',
  },
  tracker: {
    extensions: ['.xml', '.csv', '.tsv'],
    megabytes: (config) => config.trackerImportMaxUploadMb,
    sourceKind: 'jira_import',
    expects: 'tracker',
  },
  ndjson: {
    extensions: ['.ndjson', '.jsonl'],
    megabytes: () => 100,
    sourceKind: 'csv_import',
    isStreamed: true,
  },
} as const satisfies Record<string, ImportFacts>

export type ImportKind = keyof typeof IMPORT_KINDS

/** What is known of a kind of import, by its name in the request. */
export function importFacts(kind: ImportKind): ImportFacts {
  return IMPORT_KINDS[kind]
}
