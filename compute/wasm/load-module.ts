import { readFileSync } from 'node:fs'

/** What `assembly/index.ts` exports. Every function takes the address of a header of `layout.ts`. */
export interface KernelExports {
  sampleBlock(header: number): void
  adjustBlock(header: number): void
  forwardBlock(header: number, node: number, nodeCount: number): void
  forwardTables(header: number, node: number, nodeCount: number): void
  tightBlock(header: number, node: number, nodeCount: number): void
  tightTables(header: number, node: number, nodeCount: number): void
  traceBlock(header: number): void
  correlateBlock(header: number): void
  stairBlock(header: number): void
  wideStairs(header: number): void
  correlateStairs(header: number): void
  shareBlock(header: number): void
  delayBlock(header: number): void
  drawRisks(header: number): void
  regroupRows(days: number, positions: number, count: number, lanes: number): void
  wideRegroup(days: number, positions: number, count: number, lanes: number): void
  costRisks(simulation: number, header: number, runs: number): void
  groupBlock(header: number): void
  wideSample(header: number): void
  wideAdjust(header: number): void
  wideShare(header: number): void
  wideDelay(header: number): void
  wideGroup(header: number): void
  wideForward(header: number, node: number, nodeCount: number): void
  wideTight(header: number, node: number, nodeCount: number): void
  wideTrace(header: number): void
  windowForward(header: number, node: number, nodeCount: number, tight: number): void
  windowTight(header: number, node: number, nodeCount: number, tight: number): void
  estimateStart(header: number, record: number): void
  finishLong(header: number, record: number): void
  openWindow(header: number, record: number): void
  placeLong(header: number, record: number): void
  widenRows(header: number): void
  widenDays(header: number): void
  probeIssue(address: number, rounds: number): void
  surveyColumns(header: number): number
  layOutNetwork(header: number): number
  placeNodes(header: number): number
  weighEdges(header: number): number
  forwardPass(header: number): number
  backwardPass(header: number, finish: number): void
  gatherTasks(header: number, finish: number): void
  moveAhead(header: number, edit: number, most: number): number
  moveBack(header: number, edit: number, most: number): number
  addCapped(header: number, edit: number): number
  writeTouched(header: number, edit: number): void
  sweepAhead(header: number, edit: number, from: number): number
  sweepBack(header: number, edit: number, from: number): void
  findNext(header: number): void
  latestEnd(header: number, count: number): number
  findEnds(header: number): number
  leastLate(header: number): number
  packedForward(header: number): number
  packedBackward(header: number, finish: number): void
  layOutOrder(header: number): void
  layOutSuspects(header: number): void
  layOutDelays(header: number): void
  orderPath(header: number): number
  pickDays(header: number): void
  pickWideDays(header: number): void
  forwardDates(header: number): number
  backwardDates(header: number, projectFinish: number): void
  gatherDates(header: number): void
  holdBackDates(header: number): void
  floatDates(header: number): void
}

/** A compiled kernel. */
export interface KernelModule {
  readonly kind: 'kernel'
  readonly build: KernelBuild
  readonly compiled: object
}

/** The relaxed build is faster; the strict one runs wherever vectors do. */
export type KernelBuild = 'relaxed' | 'strict'

export interface KernelInstance {
  buffer: ArrayBuffer
  exports: KernelExports
}

// The compiler's library of this project has no DOM, where it keeps these; they are all that is used.
declare const WebAssembly: {
  CompileError: new () => Error
  Module: new (bytes: Uint8Array) => object
  Memory: new (size: { initial: number }) => { buffer: ArrayBuffer }
  Instance: new (module: object, imports: object) => { exports: object }
}

const PAGE_BYTES = 65_536
const FILES = { relaxed: './build/kernel-relaxed.wasm', strict: './build/kernel.wasm' }
let loaded: KernelModule | null | undefined

/** The fastest build this thread can run, or null where it can run none. Compiled once. */
export function loadModule(): KernelModule | null {
  if (loaded === undefined) loaded = loadBuild('relaxed') ?? loadBuild('strict')
  return loaded
}

/** One build, or null where this machine cannot run it. */
export function loadBuild(build: KernelBuild): KernelModule | null {
  const bytes = readFileSync(new URL(FILES[build], import.meta.url))
  try {
    // Asking first whether the bytes are valid would read all of them twice.
    return { kind: 'kernel', build, compiled: new WebAssembly.Module(bytes) }
  } catch (error) {
    if (error instanceof WebAssembly.CompileError) return null
    throw error
  }
}

/** An instance with a memory of its own of at least `bytes`. It never grows, so views on it stay valid. */
export function instantiate(module: KernelModule, bytes: number): KernelInstance {
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) + 1 })
  const instance = new WebAssembly.Instance(module.compiled, { env: { memory } })
  return { buffer: memory.buffer, exports: instance.exports as KernelExports }
}
