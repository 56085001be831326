import type { Expression, Selectable, Updateable } from 'kysely'
import type { Ctx } from '../context.ts'
import { FieldErrors, Refusal } from '../errors.ts'
import type { Config } from '../settings/config.ts'
import { defineJob, type JobContract, type JobOptions } from './define-job.ts'

/** Why work ended badly: for people, and where the table keeps one a code for programs. */
export interface WorkFailure {
  readonly code?: string
  readonly detail: string
}

/** What the job of a row points at. */
export interface WorkPayload {
  readonly id: string
}

/**
 * A kind of work that somebody asks for and that is done in the background: accepted, claimed, ended well or badly, kept
 * for a time, removed (`work-life.ts`). The row says where the work stands; the job in the queue only points at it.
 */
export interface BackgroundWork<Row extends WorkPayload = WorkPayload, Columns = object> {
  /** Whose rows stand for the work: one is written with its job when the work is accepted. */
  readonly table: string
  readonly statuses: Readonly<Record<'accepted' | 'running' | 'done' | 'failed', string>>
  readonly job: JobContract<WorkPayload>
  /** What stands before the id of the row in the key of its job. */
  readonly jobKeyPrefix: string
  /** Columns that whoever does the work is given beside `id`. */
  readonly claims: readonly (keyof Row & string)[]
  /** Columns that begin anew with every claim. */
  readonly resets?: Columns
  /** Columns that are emptied when the work has ended, well or badly. */
  readonly clears?: Columns
  /** Told after a fault of ours at the last attempt. */
  readonly unexpected: WorkFailure
  /** Told where the job is gone from the queue, and where the process that did it ended at every attempt. */
  readonly lost: WorkFailure
  readonly usedUp: WorkFailure
  /** How long an ended row is kept, from the instant in a column; null: as long as what it belongs to, or a policy of retention says. */
  readonly kept: { readonly since: string; readonly days: (config: Config) => number | null } | null
  /** What lies in the request, where that is told in other words than those of `failureOf`. */
  explain?(error: unknown): WorkFailure | null
  /** Columns of a failure beside `error_detail`. */
  failureColumns?(failure: WorkFailure): Columns
  /** Events of a claim and of a bad end; who does the work emits those of a good end. */
  onStart?(ctx: Ctx<unknown>, claimed: Row): void
  onFail?(ctx: Ctx<unknown>, claimed: Row, detail: string): void
  /** What else goes with any end. */
  onEnd?(ctx: Ctx<unknown>, id: string): Promise<void>
  /** Ends a lost row otherwise than as failed; false where it is to fail. */
  endLost?(ctx: Ctx<unknown>, id: string): Promise<boolean>
  /** What else is cleared away with every sweep. */
  onSweep?(ctx: Ctx<unknown>): Promise<void>
}

/** What whoever does the work is given. */
export type ClaimOf<Work> = Work extends BackgroundWork<infer Row, infer _> ? Row : never

/** What the table of every kind has; `completed_at` is null until the work has ended. */
type WorkColumn = 'id' | 'status' | 'error_detail' | 'started_at' | 'completed_at'
type WorkTable<Tables> = {
  [Table in keyof Tables]: WorkColumn extends keyof Tables[Table] ? Table : never
}[keyof Tables]

/** Columns to be stored, as values or expressions. */
type Stored<Table> = {
  readonly [Name in keyof Updateable<Table>]?: Updateable<Table>[Name] | Expression<Updateable<Table>[Name]>
}

type Claimed<Row, Column extends keyof Row> = Readonly<Pick<Row, Column>> & WorkPayload
type StatusOf<Row> = Row extends { readonly status: infer Status extends string } ? Status : never

type Declaration<Tables, Table extends keyof Tables, Column extends keyof Selectable<Tables[Table]>> = Omit<
  BackgroundWork<Claimed<Selectable<Tables[Table]>, Column>, Stored<Tables[Table]>>,
  'job' | 'jobKeyPrefix'
> & {
  readonly table: Table
  readonly claims: readonly Column[]
  readonly statuses: Readonly<Record<keyof BackgroundWork['statuses'], StatusOf<Selectable<Tables[Table]>>>>
  readonly kept: { readonly since: keyof Tables[Table] } | null
  readonly job: Omit<JobOptions<WorkPayload>, 'jobKey'> & { readonly name: string; readonly keyPrefix: string }
}

/**
 * Declares a kind of background work: `backgroundWork<Tables>()({ … })` in the `noun.work.ts` of its slice. What does the
 * work is named beside it in `jobs/work-list.ts`.
 */
export function backgroundWork<Tables>() {
  return <Table extends WorkTable<Tables> & string, Column extends keyof Selectable<Tables[Table]> & string>(
    declaration: Declaration<Tables, Table, Column>,
  ): BackgroundWork<Claimed<Selectable<Tables[Table]>, Column>, Stored<Tables[Table]>> => {
    const { keyPrefix, ...job } = declaration.job
    return {
      ...declaration,
      job: defineJob<WorkPayload>({ ...job, jobKey: ({ id }) => `${keyPrefix}:${id}` }),
      jobKeyPrefix: `${keyPrefix}:`,
    }
  }
}

/** Why the work can never be done, where that lies in what was asked for; null for faults of ours, which are tried again. */
export function failureOf(error: unknown): WorkFailure | null {
  if (error instanceof Refusal) return { code: error.code ?? 'refused', detail: error.message }
  if (error instanceof FieldErrors) return { code: 'invalid', detail: JSON.stringify(error.fields) }
  return null
}
