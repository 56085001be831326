import { civilDay, instantAt } from '../platform/clock.ts'
import type { Ctx } from '../platform/context.ts'
import { Refusal } from '../platform/errors.ts'
import { findWorkspaceZone } from './notification.queries.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MORNING = '09:00'

export interface SnoozeInput {
  readonly preset?: '1h' | '3h' | 'tomorrow' | undefined
  readonly until?: string | null | undefined
}

/** Until when a notification sleeps; null wakes it. One of the two is named, and it lies ahead. */
export async function snoozeEnd(ctx: Ctx, { preset, until }: SnoozeInput): Promise<string | null> {
  if ((preset === undefined) === (until === undefined)) throw new Refusal(400, 'Send either preset or until.')
  if (until === null) return null
  const now = ctx.services.clock.now()
  if (preset === undefined) {
    const end = new Date(until as string)
    if (Number.isNaN(end.getTime()) || end.getTime() > Date.UTC(2200, 0)) throw new Refusal(400, 'until is no instant.')
    if (end <= now) throw new Refusal(400, 'until lies in the past.')
    return end.toISOString()
  }
  if (preset === 'tomorrow') return nextMorning(now, await findWorkspaceZone(ctx)).toISOString()
  return new Date(now.getTime() + (preset === '1h' ? 1 : 3) * HOUR_MS).toISOString()
}

/** Nine o'clock of the day after, by the clocks of the zone. */
export function nextMorning(now: Date, zone: string): Date {
  const tomorrow = new Date(Date.parse(`${civilDay(now, zone)}T00:00Z`) + DAY_MS)
  return instantAt(civilDay(tomorrow), MORNING, zone)
}
