import { z } from 'zod'
import { civilDay, instantAt } from '../platform/clock.ts'
import type { Ctx } from '../platform/context.ts'
import { Refusal } from '../platform/errors.ts'
import { findWorkspaceZone } from './notification.queries.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MORNING = '09:00'

export const SNOOZE_PRESETS = ['1h', '3h', 'tomorrow'] as const

export interface SnoozeInput {
  readonly preset?: string | undefined
  readonly until?: string | null | undefined
}

/** Until when a notification sleeps; null wakes it. One of the two is named, and it lies ahead. */
export async function snoozeEnd(ctx: Ctx, { preset, until }: SnoozeInput): Promise<string | null> {
  if ((preset === undefined) === (until === undefined)) throw new Refusal(400, 'Send either preset or until.')
  if (until === null) return null
  const now = ctx.services.clock.now()
  if (preset === undefined) {
    const end = await readInstant(ctx, until as string)
    if (end <= now) throw new Refusal(400, 'until lies in the past.')
    return end.toISOString()
  }
  if (preset === 'tomorrow') return nextMorning(now, await findWorkspaceZone(ctx)).toISOString()
  const hours = { '1h': 1, '3h': 3 }[preset]
  if (hours === undefined) throw new Refusal(400, `preset is one of ${SNOOZE_PRESETS.join(', ')}.`)
  return new Date(now.getTime() + hours * HOUR_MS).toISOString()
}

const INSTANT = z.iso.datetime({ offset: true, local: true })

async function readInstant(ctx: Ctx, text: string): Promise<Date> {
  if (!INSTANT.safeParse(text).success) throw new Refusal(400, 'until is no instant.')
  const isLocal = !/(Z|[+-]\d\d:?\d\d)$/i.test(text)
  const end = isLocal ? instantAt(text.slice(0, 10), text.slice(11, 16), await findWorkspaceZone(ctx)) : new Date(text)
  if (Number.isNaN(end.getTime()) || end.getTime() > Date.UTC(2200, 0)) throw new Refusal(400, 'until is no instant.')
  return end
}

/** Nine o'clock of the day after, by the clocks of the zone. */
export function nextMorning(now: Date, zone: string): Date {
  const tomorrow = new Date(Date.parse(`${civilDay(now, zone)}T00:00Z`) + DAY_MS)
  return instantAt(civilDay(tomorrow), MORNING, zone)
}
