// Which of the two implementations of the loops a computation takes. What they compute stands beside them: the critical
// path in `cpm/kernels/`, simulations in `simulation/run/`.

import { type KernelModule, loadModule } from './load-module.ts'

/** The loops worth more than one implementation. All kernels give the same bits; the TypeScript one is the reference. */
export interface Kernel {
  readonly name: 'ts' | 'wasm'
  /** The compiled module of a kernel in WebAssembly; null for the one in TypeScript. */
  readonly module: KernelModule | null
}

/** The readable kernel, and the one that takes every case. */
export const tsKernel: Kernel = { name: 'ts', module: null }

/** The kernel in WebAssembly. Networks stay in its memory as long as they are in use elsewhere. */
export function createWasmKernel(module: KernelModule): Kernel {
  return { name: 'wasm', module }
}

let chosen: Kernel | undefined

/** Returns the fastest kernel this machine runs; the same one for the life of the thread. */
export function chooseKernel(): Kernel {
  if (chosen === undefined) {
    const module = loadModule()
    chosen = module === null ? tsKernel : createWasmKernel(module)
  }
  return chosen
}
