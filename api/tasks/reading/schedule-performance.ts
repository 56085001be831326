const ON_TRACK_FROM = 0.95
const AT_RISK_FROM = 0.85

interface SchedulePerformance {
  readonly spi: number | null
  readonly spi_band: 'on_track' | 'at_risk' | 'behind' | null
}

const NOTHING_PLANNED: SchedulePerformance = { spi: null, spi_band: null }

/** What is done of a task for what was to be done of it by now, in percent; null where nothing was. */
export function schedulePerformance(percent: number, plannedPercent: number | null): SchedulePerformance {
  if (plannedPercent === null) return NOTHING_PLANNED
  const exact = percent / plannedPercent
  const spi_band = exact >= ON_TRACK_FROM ? 'on_track' : exact >= AT_RISK_FROM ? 'at_risk' : 'behind'
  return { spi: Math.round(100 * exact) / 100, spi_band }
}
