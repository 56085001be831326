import { actingAccount, type Ctx } from '../../platform/context.ts'
import { throttled } from '../../platform/errors.ts'

/** Counts names that a person mentions against what one may mention in an hour and in a day. */
export async function countMentions(ctx: Ctx<unknown>, count: number): Promise<void> {
  const { config, rateLimits } = ctx.services
  const limits = [
    { name: 'mention_hour', rate: config.throttleMentionHourRate },
    { name: 'mention_day', rate: config.throttleMentionDayRate },
  ]
  for (let index = 0; index < count; index++) {
    for (const limit of limits) {
      const waitSeconds = await rateLimits.consume(limit, actingAccount(ctx).id)
      if (waitSeconds !== null) throw throttled(waitSeconds)
    }
  }
}
