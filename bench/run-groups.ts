import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { BenchCase, CaseResult, Mode, SizeResult } from './bench-case.ts'
import type { ToCaseProcess } from './case-process.ts'
import { caseFacts, failedSize } from './run-case.ts'

const CASE_PROCESS = fileURLToPath(new URL('./case-process.ts', import.meta.url))
/** A case that takes longer hangs. */
const DEADLINE_MS: Record<Mode, number> = { quick: 60_000, full: 900_000 }
const END_WITHIN_MS = 30_000

type FromCaseProcess =
  | { readonly kind: 'size'; readonly size: SizeResult }
  | { readonly kind: 'done'; readonly result: CaseResult }

/** Runs cases in order, each group in a process of its own. A case whose process dies or hangs has failed. */
export class GroupRunner {
  readonly #mode: Mode
  readonly #deadlineMs: number
  readonly #modulePath: string
  #child: ChildProcess | null = null
  #group: string | null = null

  constructor(mode: Mode, options: { deadlineMs?: number; modulePath?: string } = {}) {
    this.#mode = mode
    this.#deadlineMs = options.deadlineMs ?? DEADLINE_MS[mode]
    this.#modulePath = options.modulePath ?? CASE_PROCESS
  }

  async run(benchCase: BenchCase, onSize: (size: SizeResult) => void): Promise<CaseResult> {
    if (this.#group !== benchCase.group) await this.end()
    this.#group = benchCase.group
    this.#child ??= this.#open()
    const child = this.#child
    const sizes: SizeResult[] = []
    const failed = (why: string): CaseResult => {
      this.#child = null
      const planned = this.#mode === 'full' ? benchCase.fullSizes : benchCase.quickSizes
      const size = failedSize(benchCase, planned[sizes.length] ?? planned.at(-1) ?? 0, why)
      onSize(size)
      return { ...caseFacts(benchCase), sizes: [...sizes, size] }
    }
    const outcome = Promise.withResolvers<CaseResult>()
    const onMessage = (message: FromCaseProcess) => {
      if (message.kind === 'done') return outcome.resolve(message.result)
      sizes.push(message.size)
      onSize(message.size)
    }
    const onExit = (code: number | null, signal: string | null) =>
      outcome.resolve(failed(`its process ended with ${code ?? signal}`))
    const timer = setTimeout(() => {
      child.off('exit', onExit)
      // Losing its parent tells the process to take down what it started.
      child.disconnect()
      setTimeout(() => child.kill('SIGKILL'), END_WITHIN_MS).unref()
      outcome.resolve(failed(`it took longer than ${this.#deadlineMs / 1000} s`))
    }, this.#deadlineMs)
    child.on('message', onMessage)
    child.once('exit', onExit)
    try {
      child.send({ kind: 'run', name: benchCase.name, mode: this.#mode } satisfies ToCaseProcess)
      return await outcome.promise
    } finally {
      clearTimeout(timer)
      child.off('message', onMessage)
      child.off('exit', onExit)
    }
  }

  #open(): ChildProcess {
    const child = fork(this.#modulePath, [], {
      execArgv: ['--expose-gc'],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    // That it cannot be sent to shows in its end.
    return child.on('error', () => undefined)
  }

  /** Ends the process of the last group and everything it started. */
  async end(): Promise<void> {
    const child = this.#child
    this.#child = null
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    if (child.connected) child.send({ kind: 'end' } satisfies ToCaseProcess)
    const timer = setTimeout(() => child.kill('SIGKILL'), END_WITHIN_MS)
    await ended
    clearTimeout(timer)
  }
}
