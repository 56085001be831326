// Every kernel that this machine runs.

import { createWasmKernel, tsKernel } from '../../compute/wasm/choose-kernel.ts'
import { loadBuild } from '../../compute/wasm/load-module.ts'

/** The WebAssembly ones that it has instructions for. */
export const wasmKernels = (['relaxed', 'strict'] as const).flatMap((build) => {
  const module = loadBuild(build)
  return module === null ? [] : [createWasmKernel(module)]
})

/** The readable one first. */
export const kernels = [tsKernel, ...wasmKernels]
