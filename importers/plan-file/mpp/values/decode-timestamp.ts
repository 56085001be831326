import { formatCivilDay } from '../../../../compute/plan/civil-day.ts'
import { uint16 } from '../../../binary/read-bytes.ts'

/** 1983-12-31, from which the format counts its days. */
const FORMAT_EPOCH_DAY = 5112

const TENTHS_IN_DAY = 14_400
const NO_DATE = 0xffff
const NO_TIME = 0xffff
// Very small day numbers with odd seconds are leftovers that the planner shows as "none".
const EARLY_DAYS = 100

/** The day number of a two-byte date, null for none. */
export function dateAt(bytes: Uint8Array, at: number): number | null {
  const days = uint16(bytes, at)
  return days === NO_DATE ? null : FORMAT_EPOCH_DAY + days
}

/** A local date-time `YYYY-MM-DDTHH:MM:SS` of four bytes: tenths of a minute since midnight, then days. */
export function timestampAt(bytes: Uint8Array, at: number): string | null {
  const days = uint16(bytes, at + 2)
  if (days <= 1 || days === NO_DATE) return null
  const stored = uint16(bytes, at)
  const tenths = stored === NO_TIME ? 0 : stored
  if (days < EARLY_DAYS && tenths % 10 !== 0) return null
  return formatTenths(days * TENTHS_IN_DAY + tenths)
}

function formatTenths(tenths: number): string {
  const day = Math.floor(tenths / TENTHS_IN_DAY)
  const seconds = (tenths - day * TENTHS_IN_DAY) * 6
  const part = (value: number) => String(value).padStart(2, '0')
  const time = `${part(Math.floor(seconds / 3600))}:${part(Math.floor(seconds / 60) % 60)}:${part(seconds % 60)}`
  return `${formatCivilDay(FORMAT_EPOCH_DAY + day)}T${time}`
}
