import type { ScheduleGraph } from '../../model/schedule-graph.ts'
import type { Kernel } from '../../wasm/choose-kernel.ts'
import { instantiate, type KernelInstance, type KernelModule } from '../../wasm/load-module.ts'
import { passingMemory } from '../../wasm/passing-memory.ts'
import type { EditedNetwork } from './edited-network.ts'
import type { GeneralNetwork, ResidentGeneral } from './general-network.ts'
import type { PackedNetwork, ResidentPacked } from './packed-network.ts'
import type { PathOrder } from './path-order.ts'
import { TsCpm } from './ts-cpm.ts'
import { TsEdited } from './ts-edited.ts'
import { TsGeneral } from './ts-general.ts'
import { orderInTypeScript } from './ts-path-order.ts'
import { placeInTypeScript, weighInTypeScript } from './ts-workdays.ts'
import { WasmCpm } from './wasm-cpm.ts'
import { WasmEdited } from './wasm-edited.ts'
import { WasmGeneral } from './wasm-general.ts'
import { WasmPacked } from './wasm-packed.ts'
import { WasmPathOrder } from './wasm-path-order.ts'
import { placeInWasm, weighInWasm } from './wasm-workdays.ts'
import type { ResidentNetwork, WorkdayLayer, WorkdayNetwork } from './workday-network.ts'

/** The passes of the critical path in one kernel. Networks stay with it as long as they are in use elsewhere. */
export interface CpmKernel extends WorkdayLayer {
  /**
   * A network of working days where this kernel keeps it: the same one whenever it is asked for. One that does not stay is
   * overwritten with the next one, and what it made with it.
   */
  openWorkdays(network: WorkdayNetwork, stays: boolean): ResidentNetwork
  /** A network of working days that is edited from here on; the one that stays is its resident one. */
  openEdited(network: WorkdayNetwork, graph: ScheduleGraph): EditedNetwork
  /** A network of working days packed for many whole passes; null where this kernel gains nothing by it. */
  openPacked(network: WorkdayNetwork, pack: () => PackedNetwork | null): ResidentPacked | null
  /** The same of a network in dates. */
  openGeneral(network: GeneralNetwork, stays: boolean): ResidentGeneral
  orderPath: PathOrder
}

const opened = new WeakMap<Kernel, CpmKernel>()

/** Returns the passes of a kernel, with the networks it keeps. */
export function cpmKernelOf(kernel: Kernel): CpmKernel {
  let passes = opened.get(kernel)
  if (passes === undefined) {
    passes = kernel.module === null ? inTypeScript() : inWebAssembly(kernel.module)
    opened.set(kernel, passes)
  }
  return passes
}

function inTypeScript(): CpmKernel {
  const workdays = new WeakMap<WorkdayNetwork, TsCpm>()
  return {
    placeNodes: placeInTypeScript,
    weighEdges: weighInTypeScript,
    openWorkdays: (network, stays) => (stays ? kept(workdays, network, () => new TsCpm(network)) : new TsCpm(network)),
    openEdited(network, graph) {
      const edited = new TsEdited(network, graph)
      workdays.set(network, edited.resident)
      return edited
    },
    openPacked: () => null,
    openGeneral: (network) => new TsGeneral(network),
    orderPath: orderInTypeScript,
  }
}

function inWebAssembly(module: KernelModule): CpmKernel {
  const workdays = new WeakMap<WorkdayNetwork, WasmCpm>()
  const packs = new WeakMap<WorkdayNetwork, WasmPacked | null>()
  const generals = new WeakMap<GeneralNetwork, WasmGeneral>()
  /** Null of those whose path was asked for once. */
  const orders = new WeakMap<ScheduleGraph, WasmPathOrder | null>()
  const own = (bytes: number): KernelInstance => instantiate(module, bytes)
  const passing = (bytes: number): KernelInstance => passingMemory(module, bytes)
  /** Not every row of a network in dates is written before it is read. */
  const blank = (bytes: number): KernelInstance => {
    const instance = passing(bytes)
    new Uint8Array(instance.buffer, 0, bytes).fill(0)
    return instance
  }
  return {
    placeNodes: (graph, table, calendar) => placeInWasm(module, graph, table, calendar),
    weighEdges: (graph, length, states) => weighInWasm(module, graph, length, states),
    openWorkdays: (network, stays) =>
      stays ? kept(workdays, network, () => new WasmCpm(own, network)) : new WasmCpm(passing, network),
    openEdited(network, graph) {
      const edited = new WasmEdited(own, network, graph)
      workdays.set(network, edited.resident)
      return edited
    },
    openPacked: (network, pack) =>
      kept(packs, network, () => {
        const packed = pack()
        return packed === null ? null : new WasmPacked(module, network, packed)
      }),
    openGeneral: (network, stays) =>
      stays ? kept(generals, network, () => new WasmGeneral(own, network)) : new WasmGeneral(blank, network),
    orderPath(graph, startDay, isCritical, suspects) {
      const known = orders.get(graph)
      if (known === undefined) {
        orders.set(graph, null)
        return new WasmPathOrder(passing, graph, suspects).list(startDay, isCritical, suspects).slice()
      }
      const order = known !== null && suspects.length <= known.room ? known : new WasmPathOrder(own, graph, suspects)
      if (order !== known) orders.set(graph, order)
      return order.list(startDay, isCritical, suspects)
    },
  }
}

/** What a kernel keeps of a network, made when it is first asked for. */
function kept<Network extends object, Value>(
  known: WeakMap<Network, Value>,
  network: Network,
  open: () => Value,
): Value {
  let value = known.get(network)
  if (value === undefined) {
    value = open()
    known.set(network, value)
  }
  return value
}
