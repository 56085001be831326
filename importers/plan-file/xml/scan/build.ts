// Builds the tag scanner: part of `npm run build:wasm`. The output is committed, and a test builds it again and compares.

import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'

const here = import.meta.dirname
const root = resolve(here, '../../../..')
const FLAGS = ['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd', '--importMemory', '--initialMemory', '80']

/** Compiles the AssemblyScript sources into `outFile`. */
export function buildScanner(outFile: string): void {
  const asc = resolve(root, 'node_modules/assemblyscript/bin/asc.js')
  const options = ['importers/plan-file/xml/scan/assembly/index.ts', '--outFile', outFile, ...FLAGS]
  execFileSync(process.execPath, [asc, ...options], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
}

if (import.meta.main) buildScanner(resolve(here, 'build/scanner.wasm'))
