// Edges between calendars, or with lags in elapsed days, in wide lanes: by whole offset the place of its day, once for every
// calendar left, and by place the offset, once for every calendar entered. So they grow with calendars and not with edges.

import { LAG_UNIT, LINK_TYPE } from '../../../model/schedule-columns.ts'
import * as layout from '../../../wasm/layout.ts'
import type { MemoryPlan } from '../../../wasm/memory-plan.ts'
import type { Simulation } from '../../prepare/simulation.ts'
import { dayAtOffset, offsetOf } from '../../prepare/simulation-network.ts'

const WORDS = layout.CONVERT_BYTES / 4

/** What an edge asks of the calendars of its ends. */
export interface Conversion {
  from: number
  to: number
  type: number
  lag: number
  unit: number
}

export class WideConversions {
  readonly #simulation: Simulation
  readonly #kinds = new Map<string, number>()
  readonly #conversions: Conversion[] = []
  #descriptions = 0
  #leastMove = 0
  #mostMove = 0
  readonly #places = new Map<number, number>()
  readonly #offsets = new Map<number, number>()

  constructor(simulation: Simulation) {
    this.#simulation = simulation
  }

  /** The number of a conversion, one for all that are alike. */
  numberOf(conversion: Conversion): number {
    const { from, to, type, lag, unit } = conversion
    const key = `${type} ${lag} ${unit} ${from} ${to}`
    const known = this.#kinds.get(key)
    if (known !== undefined) return known
    const number = this.#conversions.push(conversion) - 1
    this.#kinds.set(key, number)
    this.#leastMove = Math.min(this.#leastMove, moveOf(conversion))
    this.#mostMove = Math.max(this.#mostMove, moveOf(conversion))
    return number
  }

  /** Takes the memory of all conversions numbered so far. */
  place(plan: MemoryPlan): void {
    for (const { from, to } of this.#conversions) {
      if (!this.#places.has(from)) this.#places.set(from, plan.take(4 * (this.#offsetCount + 1)))
      if (!this.#offsets.has(to)) this.#offsets.set(to, plan.take(4 * this.#placeCount))
    }
    this.#descriptions = plan.take(layout.CONVERT_BYTES * this.#conversions.length)
  }

  addressOf(number: number): number {
    return this.#descriptions + layout.CONVERT_BYTES * number
  }

  write(buffer: ArrayBuffer): void {
    for (const [calendar, address] of this.#places) this.#writePlaces(calendar, buffer, address)
    for (const [calendar, address] of this.#offsets) this.#writeOffsets(calendar, buffer, address)
    const words = new Int32Array(buffer, this.#descriptions, WORDS * this.#conversions.length)
    this.#conversions.forEach((conversion, number) => {
      words.set(this.#describe(conversion), WORDS * number)
    })
  }

  #describe(conversion: Conversion): number[] {
    const { from, to, type, lag, unit } = conversion
    const isFromFinish = type === LINK_TYPE.FS || type === LINK_TYPE.FF
    const isToFinish = type === LINK_TYPE.FF || type === LINK_TYPE.SF
    const places = (this.#places.get(from) as number) + (isFromFinish ? 0 : 4)
    const offsets = (this.#offsets.get(to) as number) + 4 * (moveOf(conversion) - this.#leastMove)
    const added = (unit === LAG_UNIT.elapsed ? 0 : lag) + (isToFinish ? 1 : 0)
    return [places, offsets, added * this.#simulation.tables.unitsPerDay, isFromFinish ? -1 : 0]
  }

  /** One cell in front: of a finish the day before counts. */
  #writePlaces(calendar: number, buffer: ArrayBuffer, address: number): void {
    const { network } = this.#simulation
    const cells = new Int32Array(buffer, address, this.#offsetCount + 1)
    for (let whole = 0; whole < this.#offsetCount; whole++) {
      cells[whole + 1] = 4 * (dayAtOffset(network, calendar, whole) - network.table.firstDay + 1)
    }
  }

  #writeOffsets(calendar: number, buffer: ArrayBuffer, address: number): void {
    const { network, tables } = this.#simulation
    const cells = new Int32Array(buffer, address, this.#placeCount)
    const firstDay = network.table.firstDay - 1 + this.#leastMove
    for (let place = 0; place < cells.length; place++) {
      cells[place] = offsetOf(network, calendar, firstDay + place) * tables.unitsPerDay
    }
  }

  /** Whole offsets a run can reach. */
  get #offsetCount(): number {
    return Math.ceil(this.#simulation.longestOffset) + 2
  }

  /** Days of the tables, with the sentinels around them and all that lags add. */
  get #placeCount(): number {
    const { firstDay, endDay } = this.#simulation.network.table
    return endDay - firstDay + 2 + this.#mostMove - this.#leastMove
  }
}

/** Days between the day of a source and the first that can bind. */
function moveOf({ type, lag, unit }: Conversion): number {
  return (type === LINK_TYPE.FS ? 1 : 0) + (unit === LAG_UNIT.elapsed ? lag : 0)
}
