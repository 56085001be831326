import type { Simulation } from '../../prepare/simulation.ts'
import type { SimulationProgram } from './simulation-program.ts'

/** The forward stream cut where risks strike first, so that a run without one begins there. */
export class ForwardParts {
  /** Where in the stream each part begins, and how many nodes follow from there to the end. */
  readonly bytes: Int32Array
  readonly nodeCounts: Int32Array
  readonly #partOfRisk: Int32Array

  constructor({ causes }: Simulation, { nodeCount, wordOf, placeOf }: SimulationProgram) {
    const firstNodes = causes?.risks.map(({ nodes }) => nodes[0]) ?? []
    const isHit = (node: number | undefined): node is number => node !== undefined
    const places = new Map(firstNodes.filter(isHit).map((node) => [placeOf[node], 4 * wordOf[node]]))
    const cuts = [[0, 0], ...[...places].filter(([place]) => place > 0).sort(([left], [right]) => left - right)]
    this.bytes = Int32Array.from(cuts, ([, bytes]) => bytes)
    this.nodeCounts = Int32Array.from(cuts, ([place]) => nodeCount - place)
    const partAt = new Map(cuts.map(([place], part) => [place, part]))
    this.#partOfRisk = Int32Array.from(firstNodes, (node) => (isHit(node) ? (partAt.get(placeOf[node]) as number) : 0))
  }

  /** The first part that any of the risks changes. */
  firstOf(risks: Int32Array): number {
    let first = this.bytes.length - 1
    for (const risk of risks) if (risk >= 0) first = Math.min(first, this.#partOfRisk[risk])
    return first
  }
}
