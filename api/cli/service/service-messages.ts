/** What `svc serve` tells its children. */
export type ServeMessage =
  /** The database can be reached: open what the process needs. */
  | { kind: 'open'; databaseUrl: string }
  /** The database is up to date, or is to be brought up to date first. */
  | { kind: 'start'; prepare: boolean }

/** What the children of `svc serve` say. */
export type ChildMessage =
  /** What it begins to do, where that takes a while. */
  | { kind: 'step'; text: string }
  /** Migrations are done and the first owner exists. */
  | { kind: 'prepared'; ownerPasswordFile: string | null }
  | { kind: 'ready'; address: string | null }
  /** The process is about to end, and why. */
  | { kind: 'failed'; message: string; exitCode: number }
