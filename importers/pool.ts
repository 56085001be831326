import { Piscina } from 'piscina'
import type { EntryResult, ImportTask, PackTask, PlainBug, PlanTask, SeedTask } from './entry.ts'
import { ImportRefusal, type ImportRefusalCode, type PlainRefusal } from './plan/import-refusal.ts'
import type { ImportedPlan } from './plan/imported-plan.ts'
import type { ReadOptions, ReadResult } from './read-plan.ts'
import type { SeedOptions, SeedReading } from './seed/read-seed.ts'
import type { SpreadsheetPreview } from './spreadsheet/build-preview.ts'

export type ImportTimings = { wait_ms: number; parse_ms: number; total_ms: number }

/** `bug` is set where the refusal stands for a fault of ours: it belongs in the log, not in a reply. */
export type ImportFailure = { ok: false; refusal: PlainRefusal; bug?: PlainBug }

export type ImportReadResult =
  | { ok: true; plan: ImportedPlan; preview: SpreadsheetPreview | null; timings: ImportTimings }
  | ImportFailure

export type ImportPackResult = { ok: true; packed: Uint8Array; timings: ImportTimings } | ImportFailure

export type ImportPreviewResult = { ok: true; preview: SpreadsheetPreview; timings: ImportTimings } | ImportFailure

export type ImportPoolStats = { threads: number; running: number; waiting: number; completed: number; refused: number }

export type ImportPoolOptions = {
  threads?: number
  /** Heap of one thread; a file that needs more is refused with out_of_memory. */
  heapMb?: number
  /** Time that reading one file may take, waiting for a thread not included. */
  deadlineMs?: number
  /** How many files may wait for a thread. */
  maxQueue?: number
  /** Another file to run in the threads; tests put misbehaving ones in. */
  entry?: URL
}

type CallOptions = {
  signal?: AbortSignal
  /** The caller needs the bytes no more: they go to the thread as they are, where that can be, and are gone here. */
  givesBytes?: boolean
}
type ResultOf<T extends ImportTask> = T extends PlanTask ? ReadResult : T extends PackTask ? Uint8Array : SeedReading

export type ImportPool = {
  read: (bytes: Uint8Array, fileName: string, options?: ReadOptions, call?: CallOptions) => Promise<ImportReadResult>
  /** Refuses what `read` refuses; the plan comes packed, which costs the caller little to take over and to keep. */
  pack: (bytes: Uint8Array, fileName: string, options?: ReadOptions, call?: CallOptions) => Promise<ImportPackResult>
  preview: (
    bytes: Uint8Array,
    fileName: string,
    options?: ReadOptions,
    call?: CallOptions,
  ) => Promise<ImportPreviewResult>
  /** What a program seed holds or what is wrong with it; `check` leaves the document itself behind. */
  seed: (
    bytes: Uint8Array,
    options: SeedOptions,
    wants?: 'document' | 'check',
    call?: CallOptions,
  ) => Promise<{ ok: true; reading: SeedReading; timings: ImportTimings } | ImportFailure>
  close: () => Promise<void>
  stats: () => ImportPoolStats
}

/**
 * Threads that read uploaded files, apart from the process that answers requests: each with a bounded heap and a time
 * limit. A file that breaks either bound ends its thread and is refused; the next file gets a fresh thread.
 */
export function createImportPool(options: ImportPoolOptions = {}): ImportPool {
  const { threads = 1, heapMb = 512, deadlineMs = 120_000, maxQueue = 16 } = options
  const piscina = new Piscina({
    filename: (options.entry ?? new URL('./entry.ts', import.meta.url)).href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: 30_000,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  })
  // A thread that dies between two files is replaced and nobody waits for it; unheard, its end would be the process's.
  piscina.on('error', () => {})
  const slots = new Slots(threads, maxQueue)
  const counts = { completed: 0, refused: 0 }
  let isClosed = false

  async function run(task: ImportTask, call: CallOptions): Promise<{ entry: EntryResult; timings: ImportTimings }> {
    const askedAt = performance.now()
    // The queue is ours and not the pool's, so that the time limit begins when a thread does.
    await slots.take(call.signal)
    const startedAt = performance.now()
    const deadline = AbortSignal.timeout(deadlineMs)
    const signal = call.signal === undefined ? deadline : AbortSignal.any([deadline, call.signal])
    try {
      if (isClosed) throw new ImportRefusal('cancelled', 'the service is stopping')
      // A copy of its own can be handed over to the thread; the caller's bytes may be part of a larger buffer.
      const bytes = call.givesBytes && isWholeBuffer(task.bytes) ? task.bytes : new Uint8Array(task.bytes)
      const entry: EntryResult = await piscina.run({ ...task, bytes }, { signal, transferList: [bytes.buffer] })
      const parse_ms = entry.ok ? entry.parseMs : performance.now() - startedAt
      return { entry, timings: { wait_ms: startedAt - askedAt, parse_ms, total_ms: performance.now() - askedAt } }
    } catch (error) {
      throw asRefusal(error, { isLate: deadline.aborted, isStopping: isClosed, deadlineMs, heapMb })
    } finally {
      slots.give()
    }
  }

  async function attempt<T extends ImportTask>(
    input: T,
    call: CallOptions,
  ): Promise<{ ok: true; result: ResultOf<T>; timings: ImportTimings } | ImportFailure> {
    const failure = (refusal: PlainRefusal, bug?: PlainBug): ImportFailure => {
      counts.refused += 1
      return bug === undefined ? { ok: false, refusal } : { ok: false, refusal, bug }
    }
    try {
      const { entry, timings } = await run(input, call)
      if (!entry.ok && entry.failure.kind === 'refusal') return failure(entry.failure)
      if (!entry.ok)
        return failure(plainRefusal('importer_failed', 'the file could not be read'), entry.failure as PlainBug)
      counts.completed += 1
      return { ok: true, result: entry.result as ResultOf<T>, timings }
    } catch (error) {
      if (error instanceof ImportRefusal) return failure(error.toPlain())
      const { message, stack = '' } = error as Error
      return failure(plainRefusal('importer_failed', 'the file could not be read'), { kind: 'bug', message, stack })
    }
  }

  return {
    async read(bytes, fileName, readOptions = {}, call = {}) {
      const outcome = await attempt<PlanTask>({ bytes, fileName, options: readOptions, wants: 'plan' }, call)
      return outcome.ok ? { ok: true, ...outcome.result, timings: outcome.timings } : outcome
    },
    async pack(bytes, fileName, readOptions = {}, call = {}) {
      const outcome = await attempt<PackTask>({ bytes, fileName, options: readOptions, wants: 'packed_plan' }, call)
      return outcome.ok ? { ok: true, packed: outcome.result, timings: outcome.timings } : outcome
    },
    async preview(bytes, fileName, readOptions = {}, call = {}) {
      const outcome = await attempt<PlanTask>({ bytes, fileName, options: readOptions, wants: 'preview' }, call)
      if (!outcome.ok) return outcome
      const { preview } = outcome.result
      if (preview !== null) return { ok: true, preview, timings: outcome.timings }
      return { ok: false, refusal: plainRefusal('unsupported_format', 'only spreadsheets have a preview') }
    },
    async seed(bytes, seedOptions, wants = 'document', call = {}) {
      const task: SeedTask = { bytes, options: seedOptions, wants: wants === 'check' ? 'seed_check' : 'seed' }
      const outcome = await attempt(task, call)
      return outcome.ok ? { ok: true, reading: outcome.result, timings: outcome.timings } : outcome
    },
    async close() {
      isClosed = true
      slots.refuseWaiting()
      await piscina.destroy()
    },
    stats: () => ({ threads: piscina.threads.length, running: slots.taken, waiting: slots.waiting, ...counts }),
  }
}

function isWholeBuffer(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength
}

/** Counts running tasks and keeps the waiting ones in order. */
class Slots {
  taken = 0
  readonly #free: number
  readonly #maxWaiting: number
  readonly #queue: { start: () => void; refuse: (reason: ImportRefusal) => void }[] = []

  constructor(free: number, maxWaiting: number) {
    this.#free = free
    this.#maxWaiting = maxWaiting
  }

  get waiting(): number {
    return this.#queue.length
  }

  async take(signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted) throw cancelled()
    if (this.taken < this.#free) {
      this.taken += 1
      return
    }
    if (this.#queue.length >= this.#maxWaiting) {
      throw new ImportRefusal('queue_full', `${this.#maxWaiting} files are waiting already; try again later`)
    }
    await new Promise<void>((start, refuse) => {
      const entry = { start, refuse }
      this.#queue.push(entry)
      signal?.addEventListener('abort', () => {
        const index = this.#queue.indexOf(entry)
        if (index < 0) return
        this.#queue.splice(index, 1)
        refuse(cancelled())
      })
    })
  }

  /** Hands the slot to the next in line, or frees it. */
  give(): void {
    const next = this.#queue.shift()
    if (next === undefined) this.taken -= 1
    else next.start()
  }

  refuseWaiting(): void {
    for (const entry of this.#queue.splice(0)) entry.refuse(cancelled())
  }
}

function cancelled(): ImportRefusal {
  return new ImportRefusal('cancelled', 'the import was cancelled')
}

type Ending = { isLate: boolean; isStopping: boolean; deadlineMs: number; heapMb: number }

/** Why a thread ended without an answer. Anything unknown stays an error: it is a bug and gets logged as one. */
function asRefusal(error: unknown, ending: Ending): unknown {
  if (error instanceof ImportRefusal) return error
  const { code, name } = error as NodeJS.ErrnoException
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return new ImportRefusal('out_of_memory', `reading the file takes more than ${ending.heapMb} MB of memory`)
  }
  if (name === 'AbortError' && ending.isLate) {
    return new ImportRefusal('timeout', `reading the file takes longer than ${ending.deadlineMs / 1000} seconds`)
  }
  return name === 'AbortError' || ending.isStopping ? cancelled() : error
}

function plainRefusal(code: ImportRefusalCode, detail: string): PlainRefusal {
  return new ImportRefusal(code, detail).toPlain()
}
