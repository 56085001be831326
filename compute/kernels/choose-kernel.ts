import { loadModule } from '../wasm/load-module.ts'
import type { Kernel } from './kernel.ts'
import { tsKernel } from './ts-kernel.ts'
import { createWasmKernel } from './wasm-kernel.ts'

let chosen: Kernel | undefined

/** The fastest kernel this machine runs; the same one for the life of the thread. */
export function chooseKernel(): Kernel {
  if (chosen === undefined) {
    const module = loadModule()
    chosen = module === null ? tsKernel : createWasmKernel(module)
  }
  return chosen
}
