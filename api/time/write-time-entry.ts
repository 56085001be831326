import { formatCivilDay, parseCivilDay } from '../../compute/plan/civil-day.ts'
import { actingAccount, type Ctx } from '../platform/context.ts'
import { fieldError, notFound, refuseUnless } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { lockProject } from '../projects/project-lock.ts'
import type { TaskScope } from '../tasks/task-scope.ts'
import type { TimeEntryInput, TimeEntryPatch } from './time.schema.ts'
import type { OwnEntryScope } from './time.scope.ts'
import { findPhaseState, insertEntry, loadEntry, loadZone, saveEntry, type TimeEntryRow } from './time-entry.queries.ts'

/** The day it is for the caller: in the time zone of their profile, which may follow the workspace. */
export async function callerToday(ctx: Ctx<unknown>): Promise<string> {
  return ctx.services.clock.today(await loadZone(ctx, actingAccount(ctx).id))
}

/** Logs time on a task. The owner is the caller, whoever the body names. */
export async function createTimeEntry(ctx: Ctx<TaskScope>, input: TimeEntryInput): Promise<TimeEntryRow> {
  const { projectId, taskId } = ctx.scope
  const today = await callerToday(ctx)
  const entryDate = input.entry_date ?? today
  checkDate(ctx, entryDate, today)
  const syncSeq = await lockProject(ctx, projectId)
  await checkTakesTime(ctx, taskId, 'non_field_errors')
  const id = newId()
  await insertEntry(ctx, {
    id,
    sync_seq: syncSeq,
    project_id: projectId,
    task_id: taskId,
    account_id: actingAccount(ctx).id,
    minutes: input.minutes,
    entry_date: entryDate,
    note: input.note ?? '',
  })
  return loadEntry(ctx, id)
}

/** Changes an entry of the caller's own. A date that stays is not judged again: its window has moved on. */
export async function updateTimeEntry(ctx: Ctx<OwnEntryScope>, input: TimeEntryPatch): Promise<TimeEntryRow> {
  const { entry } = ctx.scope
  if (input.entry_date !== undefined && input.entry_date !== entry.entry_date)
    checkDate(ctx, input.entry_date, await callerToday(ctx))
  const syncSeq = await lockProject(ctx, entry.project_id)
  await checkTakesTime(ctx, entry.task_id, 'non_field_errors')
  const { minutes = entry.minutes, entry_date = entry.entry_date, note = entry.note } = input
  const isSame = minutes === entry.minutes && entry_date === entry.entry_date && note === entry.note
  const isThere = isSame || (await saveEntry(ctx, entry.id, { minutes, entry_date, note, sync_seq: syncSeq }))
  refuseUnless(isThere, notFound)
  return loadEntry(ctx, entry.id)
}

/** Takes time back, also from a task that has become a phase. */
export async function deleteTimeEntry(ctx: Ctx<OwnEntryScope>): Promise<void> {
  const { entry } = ctx.scope
  const syncSeq = await lockProject(ctx, entry.project_id)
  const deleted = { is_deleted: true, deleted_at: ctx.services.clock.now(), sync_seq: syncSeq }
  refuseUnless(await saveEntry(ctx, entry.id, deleted), notFound)
}

/** A phase has the time of what stands below it. Call it under the project's lock. */
export async function checkTakesTime(ctx: Ctx<unknown>, taskId: string, field: string): Promise<void> {
  const isPhase = await findPhaseState(ctx, taskId)
  refuseUnless(isPhase !== undefined, notFound)
  refuseUnless(!isPhase, () => fieldError(field, 'A phase rolls up the time of its tasks; log it on one of them.'))
}

/**
 * One day ahead is let through: a profile that follows the workspace may belong to somebody east of it, for whom that day
 * has begun.
 */
function checkDate(ctx: Ctx<unknown>, date: string, today: string): void {
  const day = parseCivilDay(date) as number
  const todayDay = parseCivilDay(today) as number
  const { timetrackingBackdateDays } = ctx.services.config
  refuseUnless(day <= todayDay + 1, () => fieldError('entry_date', 'Time cannot be logged ahead.'))
  const oldest = todayDay - timetrackingBackdateDays
  refuseUnless(day >= oldest, () =>
    fieldError('entry_date', `Time can be logged back to ${formatCivilDay(oldest)}, not before.`),
  )
}
