import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** The finish alone; or all that a simulation answers. */
export type NumpyScript = 'simulation_numpy.py' | 'simulation_numpy_whole.py'

/** Version of NumPy behind `python3`, or null where there is none. */
export function numpyVersion(): string | null {
  try {
    const code = 'import numpy; print(numpy.__version__)'
    return execFileSync('python3', ['-c', code], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return null
  }
}

export interface NumpyPlan {
  readonly low: number[]
  readonly mode: number[]
  readonly high: number[]
  readonly before: readonly (readonly number[])[]
  readonly runs: number
}

/** A Python process that holds a plan of one of the scripts and simulates it on request; it measures its own time. */
export class NumpyProcess {
  readonly #child: ChildProcess
  readonly #lines: AsyncIterator<string>

  constructor(plan: NumpyPlan | object, script: NumpyScript = 'simulation_numpy.py') {
    this.#child = spawn('python3', [fileURLToPath(new URL(script, import.meta.url))], {
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    this.#lines = createInterface({ input: this.#child.stdout! })[Symbol.asyncIterator]()
    this.#child.stdin?.on('error', () => undefined)
    this.#child.stdin?.write(`${JSON.stringify(plan)}\n`)
  }

  async ready(): Promise<void> {
    await this.#next()
  }

  async run(): Promise<{ ms: number; p50: number }> {
    this.#child.stdin?.write('run\n')
    return (await this.#next()) as { ms: number; p50: number }
  }

  close(): void {
    this.#child.stdin?.end()
    this.#child.kill()
  }

  async #next(): Promise<unknown> {
    const { value, done } = await this.#lines.next()
    if (done) throw new Error('the Python process ended')
    return JSON.parse(value as string)
  }
}
