import type { CalendarSource } from './write/write-calendars.ts'

/** Where the program goes and what its rows say of their origin. */
export interface SeedTarget {
  readonly programId: string
  readonly ownerId: string
  readonly isSample: boolean
  readonly calendars: CalendarSource
  /** The import that wrote the rows; null for a bundled sample, whose key is the version. */
  readonly sourceId: string | null
  readonly sourceVersion: string
}

/** What the names of a document were given as ids. */
export interface SeedNames {
  readonly accountIdOf: ReadonlyMap<string, string>
  readonly calendarIdOf: ReadonlyMap<string, string>
  readonly resourceIdOf: ReadonlyMap<string, string>
  /** By `<project>:<wbs>`. */
  readonly taskIdOf: ReadonlyMap<string, string>
}
