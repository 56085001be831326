import type { Ctx } from '../../platform/context.ts'
import { lockByName } from '../../platform/db/advisory-locks.ts'
import { Refusal } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/queue/define-job.ts'
import { purgeWork } from './purge.work.ts'
import { hasScheduledSince, insertPurgeRun, isPurgeUnderWay, type PurgeRunRow } from './purge-run.queries.ts'
import { lastDue, readSchedule } from './schedule.ts'

/** Asks for a run by the hand of an operator. One at a time; one that has gone on for too long counts as gone. */
export async function requestPurge(ctx: Ctx, { isDryRun }: { isDryRun: boolean }): Promise<object> {
  const id = await startUnlessUnderWay(ctx, isDryRun ? 'dry_run' : 'manual')
  if (id === null) throw new Refusal(409, 'A removal is under way.')
  return { queued: true, run_id: id }
}

/** Asks for the run that is due by the schedule, once. */
export async function requestDuePurge(ctx: Ctx): Promise<void> {
  const due = lastDue(await readSchedule(ctx), ctx.services.clock.now())
  if (due === null || (await hasScheduledSince(ctx, due))) return
  await startUnlessUnderWay(ctx, 'scheduled')
}

async function startUnlessUnderWay(ctx: Ctx, trigger: PurgeRunRow['trigger']): Promise<string | null> {
  const { clock, config } = ctx.services
  await lockByName(ctx, 'retentionPurge')
  const at = clock.now()
  if (await isPurgeUnderWay(ctx, new Date(at.getTime() - config.retentionPurgeInflightSeconds * 1_000))) return null
  const id = newId()
  await insertPurgeRun(ctx, { id, trigger, at })
  enqueue(ctx, purgeWork.job, { id })
  return id
}
