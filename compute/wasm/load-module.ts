import { readFileSync } from 'node:fs'

/** What `assembly/index.ts` exports. Every function takes the address of a header of `layout.ts`. */
export interface KernelExports {
  sampleBlock(header: number): void
  adjustBlock(header: number): void
  forwardHalf(header: number, half: number): void
  traceHalf(header: number, half: number): void
  forwardPass(header: number): number
  backwardPass(header: number): void
  gatherTasks(header: number, finish: number): void
}

/** A compiled kernel. */
export interface KernelModule {
  readonly kind: 'kernel'
  readonly compiled: object
}

export interface KernelInstance {
  buffer: ArrayBuffer
  exports: KernelExports
}

// The compiler's library of this project has no DOM, where it keeps these; they are all that is used.
declare const WebAssembly: {
  validate(bytes: Uint8Array): boolean
  Module: new (bytes: Uint8Array) => object
  Memory: new (size: { initial: number }) => { buffer: ArrayBuffer }
  Instance: new (module: object, imports: object) => { exports: object }
}

const PAGE_BYTES = 65_536
let loaded: KernelModule | null | undefined

/** The compiled kernel of this thread, or null where this machine cannot run it. Compiled once. */
export function loadModule(): KernelModule | null {
  if (loaded === undefined) {
    const bytes = readFileSync(new URL('./build/kernel.wasm', import.meta.url))
    loaded = WebAssembly.validate(bytes) ? { kind: 'kernel', compiled: new WebAssembly.Module(bytes) } : null
  }
  return loaded
}

/** An instance with a memory of its own of at least `bytes`. It never grows, so views on it stay valid. */
export function instantiate(module: KernelModule, bytes: number): KernelInstance {
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) + 1 })
  const instance = new WebAssembly.Instance(module.compiled, { env: { memory } })
  return { buffer: memory.buffer, exports: instance.exports as KernelExports }
}
