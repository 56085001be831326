import type { Ctx } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { deliverMessage } from '../deliver-message.ts'
import { chargeMinute, findEmailSettings } from './email-settings.queries.ts'
import { failureText, outletOf } from './transport.ts'

/** Sends a fixed text by the way that every mail takes. Null when it went out, else why not. */
export async function sendTestMail(ctx: Ctx<unknown>, to: string): Promise<string | null> {
  try {
    const outlet = outletOf(ctx, await findEmailSettings(ctx))
    const minute = new Date(Math.floor(ctx.services.clock.now().getTime() / 60_000) * 60_000)
    await chargeMinute(ctx, { minute, limit: outlet.throttlePerMin, isHeldBack: false })
    const text = `This is a test of the mail settings.\n\nTransport: ${outlet.name}\n`
    await deliverMessage(ctx.services, outlet, newId(), { to, subject: 'Test of the mail settings', text })
    return null
  } catch (error) {
    return failureText(error)
  }
}
