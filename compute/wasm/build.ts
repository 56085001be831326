// Builds the WebAssembly kernel: `npm run build:wasm`. The output is committed, and a test builds it again and compares.

import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'

const here = import.meta.dirname
const root = resolve(here, '../..')
const FLAGS = ['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd', '--importMemory', '--initialMemory', '1']

/** One build for machines with relaxed vector instructions and one for those without; their results are the same bits. */
export const WASM_BUILDS = { relaxed: 'kernel-relaxed.wasm', strict: 'kernel.wasm' } as const

/** Compiles the AssemblyScript sources into `outFile`. */
export function buildWasm(outFile: string, build: keyof typeof WASM_BUILDS): void {
  const asc = resolve(root, 'node_modules/assemblyscript/bin/asc.js')
  const relaxed = build === 'relaxed' ? ['--enable', 'relaxed-simd'] : []
  const options = ['compute/wasm/assembly/index.ts', '--outFile', outFile, ...FLAGS, ...relaxed]
  execFileSync(process.execPath, [asc, ...options], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
}

if (import.meta.main) {
  for (const build of ['relaxed', 'strict'] as const) buildWasm(resolve(here, 'build', WASM_BUILDS[build]), build)
}
