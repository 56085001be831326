// Builds the WebAssembly kernel: `npm run build:wasm`. The output is committed, and a test builds it again and compares.

import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'

const here = import.meta.dirname
const root = resolve(here, '../..')

/** Compiles the AssemblyScript sources into `outFile`. */
export function buildWasm(outFile: string): void {
  const asc = resolve(root, 'node_modules/assemblyscript/bin/asc.js')
  const flags = ['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd', '--importMemory', '--initialMemory', '1']
  execFileSync(process.execPath, [asc, 'compute/wasm/assembly/index.ts', '--outFile', outFile, ...flags], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

if (import.meta.main) buildWasm(resolve(here, 'build/kernel.wasm'))
