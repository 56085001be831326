/** The processes that test files run in, one after the other (`file-host.ts`). */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { longestFileMs, readFileEnd } from './file-end.ts'

export interface FileResult {
  passed: boolean
  /** TAP, with whatever else was written. */
  output: string
}

/** How long a host may take to end when it has nothing left to run. */
const longestEndMs = 15_000
const hostPath = fileURLToPath(new URL('./file-host.ts', import.meta.url))

const alive = new Set<FileHost>()

export function killHosts(): void {
  for (const each of alive) each.kill()
}

export class FileHost {
  readonly files: string[] = []
  readonly #child: ChildProcess
  readonly #ended: Promise<number | null>
  #output = ''
  #hasFailed = false
  #onFileEnd: ((result: FileResult) => void) | null = null

  constructor(env: NodeJS.ProcessEnv) {
    this.#child = spawn(process.execPath, [hostPath], { env: { ...env, TAP: '1' }, stdio: ['pipe', 'pipe', 'pipe'] })
    alive.add(this)
    this.#child.stdin!.on('error', () => {}) // A host that died is told by its end.
    for (const stream of [this.#child.stdout!, this.#child.stderr!]) {
      stream.setEncoding('utf8').on('data', (text: string) => this.#read(text))
    }
    // Not 'close': a grandchild that holds the pipe must not hold the run.
    this.#ended = once(this.#child, 'exit').then(async ([code]) => {
      alive.delete(this)
      await setImmediate()
      return code
    })
  }

  /** A host whose process ended is of no more use. */
  get isOver(): boolean {
    return !alive.has(this)
  }

  async run(file: string): Promise<FileResult> {
    this.files.push(file)
    this.#output = ''
    const told = new Promise<FileResult>((resolve) => {
      this.#onFileEnd = resolve
    })
    this.#child.stdin!.write(`${file}\n`)
    const died = this.#ended.then(() => ({ passed: false, output: this.#output }))
    return this.#within(longestFileMs, Promise.race([told, died]))
  }

  /** Null when the process ended by itself soon after its last file, else what is wrong. */
  async end(): Promise<string | null> {
    if (this.isOver) return null
    this.#output = ''
    this.#child.stdin!.end()
    const code = await this.#within(longestEndMs, this.#ended)
    return code === (this.#hasFailed ? 1 : 0) ? null : this.#output
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }

  #read(text: string): void {
    this.#output += text
    const result = readFileEnd(this.#output, this.files.at(-1) ?? '')
    if (result === null) return
    this.#hasFailed ||= !result.passed
    // The verdict on the file itself is none of its assertions.
    this.#onFileEnd?.({ ...result, output: result.output.replace(/^(not )?ok \d.*\n/gm, '') })
    this.#onFileEnd = null
  }

  /** Kills the process when the work is not done in time, and says so in its output. */
  #within<T>(ms: number, work: Promise<T>): Promise<T> {
    const timer = setTimeout(() => {
      this.#output += `\nnot ended after ${ms / 1000} s\n`
      this.kill()
    }, ms)
    return work.finally(() => clearTimeout(timer))
  }
}
