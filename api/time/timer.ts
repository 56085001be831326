import { civilDay } from '../platform/clock.ts'
import { actingAccount, type Ctx } from '../platform/context.ts'
import { lockByName } from '../platform/db/advisory-locks.ts'
import { Refusal, refuseUnless } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { lockProject } from '../projects/project-lock.ts'
import { MAX_MINUTES } from './time.schema.ts'
import type { TimedTaskScope } from './time.scope.ts'
import { insertEntry, loadEntry, loadZone, type TimeEntryRow } from './time-entry.queries.ts'
import { deleteTimer, findTimer, insertTimer, type TimerRow } from './timer.queries.ts'
import { checkTakesTime } from './write-time-entry.ts'

export interface TimerState {
  readonly row: TimerRow
  readonly elapsedSeconds: number
  /** Longer than a timer is believed: its end logs no more than that. */
  readonly isStale: boolean
}

/** The timer of the caller, or null. */
export async function readTimer(ctx: Ctx<unknown>): Promise<TimerState | null> {
  const row = await findTimer(ctx, actingAccount(ctx).id)
  return row ? timerState(ctx, row) : null
}

/** Starts the one timer of the caller. One that ran is ended in the same transaction, so that no minute counts twice. */
export async function startTimer(
  ctx: Ctx<TimedTaskScope>,
  note: string,
): Promise<{ timer: TimerState; finalized: TimeEntryRow | null }> {
  const { projectId, taskId } = ctx.scope
  const accountId = actingAccount(ctx).id
  await lockByName(ctx, 'timerOfAccount', accountId)
  const earlier = await findTimer(ctx, accountId)
  // Both projects in one order for everybody, before anything is written into either.
  for (const id of [...new Set([projectId, earlier?.project_id ?? projectId])].sort()) await lockProject(ctx, id)
  await checkTakesTime(ctx, taskId, 'task')
  const finalized = earlier ? await finalize(ctx, earlier) : null
  const started = { project_id: projectId, task_id: taskId, started_at: ctx.services.clock.now(), note }
  await insertTimer(ctx, { id: newId(), account_id: accountId, ...started })
  const row = (await findTimer(ctx, accountId)) as TimerRow
  return { timer: timerState(ctx, row), finalized }
}

/**
 * Ends the timer of the caller as a time entry: also where they lost access, the task became a phase or the project was
 * archived, because it could not end otherwise.
 */
export async function stopTimer(ctx: Ctx<unknown>): Promise<TimeEntryRow> {
  const accountId = actingAccount(ctx).id
  await lockByName(ctx, 'timerOfAccount', accountId)
  const row = await findTimer(ctx, accountId)
  refuseUnless(row, () => new Refusal(409, 'No timer is running.'))
  return finalize(ctx, row)
}

/** The entry lies on the day on which the timer was started where the caller is. */
async function finalize(ctx: Ctx<unknown>, row: TimerRow): Promise<TimeEntryRow> {
  const syncSeq = await lockProject(ctx, row.project_id)
  await deleteTimer(ctx, row.account_id)
  await insertEntry(ctx, {
    id: row.id,
    sync_seq: syncSeq,
    project_id: row.project_id,
    task_id: row.task_id,
    account_id: row.account_id,
    minutes: minutesOf(ctx, row),
    entry_date: civilDay(new Date(row.started_at), await loadZone(ctx, row.account_id)),
    note: row.note,
    source: 'timer',
  })
  return loadEntry(ctx, row.id)
}

/** Whole minutes, at least one; past the ceiling the ceiling. */
function minutesOf(ctx: Ctx<unknown>, row: TimerRow): number {
  const ceiling = Math.min(ctx.services.config.timetrackingTimerMaxMinutes, MAX_MINUTES)
  return Math.min(Math.max(1, Math.round(elapsedMs(ctx, row) / 60_000)), ceiling)
}

function timerState(ctx: Ctx<unknown>, row: TimerRow): TimerState {
  const elapsedSeconds = Math.floor(elapsedMs(ctx, row) / 1_000)
  return { row, elapsedSeconds, isStale: elapsedSeconds > ctx.services.config.timetrackingTimerMaxMinutes * 60 }
}

/** A clock that was set back does not make time negative. */
function elapsedMs(ctx: Ctx<unknown>, row: TimerRow): number {
  return Math.max(0, ctx.services.clock.now().getTime() - new Date(row.started_at).getTime())
}
