import { readFileSync } from 'node:fs'
import { MEMORY_PAGES } from './layout.ts'

/** What `assembly/index.ts` exports. */
export interface ScannerExports {
  begin(): void
  learnWanted(length: number, wanted: number): void
  scan(length: number, origin: number, isLast: number): number
}

/** The scanner of this thread with views of its memory, which never grows. */
export interface Scanner {
  readonly exports: ScannerExports
  readonly bytes: Uint8Array
  readonly words: Int32Array
}

// The compiler's library of this project has no DOM, where it keeps these; they are all that is used.
declare const WebAssembly: {
  validate(bytes: Uint8Array): boolean
  Module: new (bytes: Uint8Array) => object
  Memory: new (size: { initial: number }) => { buffer: ArrayBuffer }
  Instance: new (module: object, imports: object) => { exports: object }
}

let loaded: Scanner | null | undefined

/** The scanner, or null where this machine has no vectors in WebAssembly. Compiled once a thread. */
export function loadScanner(): Scanner | null {
  if (loaded === undefined) loaded = load()
  return loaded
}

function load(): Scanner | null {
  const code = readFileSync(new URL('./build/scanner.wasm', import.meta.url))
  if (!WebAssembly.validate(code)) return null
  const memory = new WebAssembly.Memory({ initial: MEMORY_PAGES })
  const instance = new WebAssembly.Instance(new WebAssembly.Module(code), { env: { memory } })
  const exports = instance.exports as ScannerExports
  return { exports, bytes: new Uint8Array(memory.buffer), words: new Int32Array(memory.buffer) }
}
