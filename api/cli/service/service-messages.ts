/** What `svc serve` tells its children. */
export type ServeMessage =
  /** The database can be reached: open what the process needs. Where it may be behind, the jobs bring it up to date. */
  | { kind: 'open'; databaseUrl: string; isMigrated: boolean }
  /** The database is up to date; the first owner is there, or is to be made first. */
  | { kind: 'start'; prepare: boolean }

/** What the children of `svc serve` say. */
export type ChildMessage =
  /** What it begins to do, where that takes a while. */
  | { kind: 'step'; text: string }
  /** Migrations are done. */
  | { kind: 'migrated' }
  /** The first owner exists. */
  | { kind: 'prepared'; ownerPasswordFile: string | null }
  | { kind: 'ready'; address: string | null }
  /** The process is about to end, and why. */
  | { kind: 'failed'; message: string; exitCode: number }
