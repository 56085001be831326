import type { CauseDraws } from './lay-causes.ts'
import type { ProjectGroup } from './project-groups.ts'
import type { SimulationNetwork } from './simulation-network.ts'
import type { SprintSteps } from './tables/sprint-steps.ts'
import type { SampleTables } from './tables/tabulate.ts'

/** Everything the blocks of a simulation share. */
export interface Simulation {
  network: SimulationNetwork
  tables: SampleTables
  sprints: SprintSteps
  /** Nodes whose duration varies, in order. */
  varyingNodes: Int32Array
  /** Nodes whose finishes are kept for a percentile. */
  keptNodes: Int32Array
  /** The projects of a program, whose finishes are kept after those of nodes; none for a plan. */
  groups: ProjectGroup[]
  /** Where the counts of the finishes of each kept node and project begin, one for every unit it can reach. */
  keptOffset: Int32Array
  /** Risks and drivers; null for none. */
  causes: CauseDraws | null
  /** Greatest offset any node can reach. */
  longestOffset: number
  /** Per node: its finish where every task takes the longest it can. */
  longestFinish: Float64Array
}
