import type { Services } from '../../api/platform/context.ts'
import { sql } from '../../api/platform/db/sql.ts'

const KEPT_DAYS = 30

/** Removes rows of messages that ended a month ago; they hold no content any more. */
export async function cleanMailBody(services: Services): Promise<void> {
  const before = new Date(services.clock.now().getTime() - KEPT_DAYS * 86_400_000)
  await services.systemContext((ctx) =>
    sql(ctx, 'delete from mail_messages where finished_at is not null and finished_at < $1', [before]),
  )
}
