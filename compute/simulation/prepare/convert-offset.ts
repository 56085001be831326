import { LAG_UNIT, LINK_TYPE } from '../../model/schedule-columns.ts'
import { roundHalfEven } from './round-half-even.ts'
import { dayAtOffset, offsetOf, type SimulationNetwork } from './simulation-network.ts'

/**
 * The bound an edge makes of the offset of its source, by way of dates: needed where the calendars of the ends differ
 * or the lag counts elapsed days. The whole part goes through the calendars and the fraction is carried along.
 */
export function convertOffset(
  network: SimulationNetwork,
  edge: number,
  fromCalendar: number,
  toCalendar: number,
  offset: number,
): number {
  const type = network.edgeType[edge]
  const lag = network.edgeLag[edge]
  const whole = roundHalfEven(offset)
  const fraction = offset - whole
  const isFromFinish = type === LINK_TYPE.FS || type === LINK_TYPE.FF
  if (isFromFinish && whole === 0) return offset
  const day = dayAtOffset(network, fromCalendar, isFromFinish ? whole - 1 : whole)
  const next = type === LINK_TYPE.FS ? day + 1 : day
  const isToFinish = type === LINK_TYPE.FF || type === LINK_TYPE.SF
  const converted =
    network.edgeUnit[edge] === LAG_UNIT.elapsed
      ? offsetOf(network, toCalendar, next + lag)
      : offsetOf(network, toCalendar, next) + lag
  return converted + (isToFinish ? 1 : 0) + fraction
}
