import type { BenchCase, CaseResult, Mode, Peer, PeerResult, Prepared, Run, SizeResult } from './bench-case.ts'
import { quantile } from './statistics.ts'

/** Time the samples of one contender may take at one size, and how many there are in any case. */
const BUDGET_MS: Record<Mode, number> = { quick: 250, full: 12_000 }
const LEAST_SAMPLES: Record<Mode, number> = { quick: 3, full: 5 }
const QUICK_SAMPLES = 10

/** Runs one case at the sizes of a mode. A size that fails says why, and the next one is tried. */
export async function runCase(
  benchCase: BenchCase,
  mode: Mode,
  onSize: (result: SizeResult) => void = () => undefined,
): Promise<CaseResult> {
  const sizes: SizeResult[] = []
  for (const size of mode === 'full' ? benchCase.fullSizes : benchCase.quickSizes) {
    const result = await runSize(benchCase, size, mode)
    sizes.push(result)
    onSize(result)
  }
  return { ...caseFacts(benchCase), sizes }
}

/** What results repeat about their case, so that they can be read without it. */
export function caseFacts(benchCase: BenchCase): Omit<CaseResult, 'sizes'> {
  const { name, group, summary, unit, sizeName, workName = null, growthAim = null } = benchCase
  return { name, group, summary, unit, sizeName, workName, growthAim }
}

export function failedSize(benchCase: BenchCase, size: number, failure: string): SizeResult {
  const nothing = { samples: [], hash: null, datasetHash: null, parts: {}, facts: {}, peers: [], notMeasured: [] }
  return { size, failure, ...nothing, aims: benchCase.aims?.(size) ?? [] }
}

async function runSize(benchCase: BenchCase, size: number, mode: Mode): Promise<SizeResult> {
  let prepared: Prepared | null = null
  try {
    prepared = await benchCase.prepare(size, mode)
    const contenders = contendersOf(prepared)
    for (const contender of contenders) await contender.warmUp(benchCase.warmUps, BUDGET_MS[mode] / 2)
    const rounds = mode === 'full' ? benchCase.samples : Math.min(benchCase.samples, QUICK_SAMPLES)
    for (let round = 0; round < rounds; round++) {
      // In turns, and who goes first changes: what the machine does meanwhile hits all alike.
      for (let turn = 0; turn < contenders.length; turn++) {
        await contenders[(round + turn) % contenders.length]?.take(BUDGET_MS[mode], LEAST_SAMPLES[mode])
      }
    }
    return summariseSize(benchCase, size, prepared, contenders)
  } catch (error) {
    return failedSize(benchCase, size, describe(error))
  } finally {
    await Promise.resolve(prepared?.close?.()).catch(() => undefined)
  }
}

function summariseSize(
  benchCase: BenchCase,
  size: number,
  prepared: Prepared,
  [ours, ...peers]: Contender[],
): SizeResult {
  if (!ours) throw new Error('nothing was prepared')
  const { hash } = ours
  if (prepared.expectedHash !== undefined && hash !== prepared.expectedHash)
    throw new Error(`wrong answer: its hash is ${hash}, that of the right one ${prepared.expectedHash}`)
  for (const { name, mustAgree, hash: other, reason } of peers) {
    if (mustAgree && reason === null && other !== hash)
      throw new Error(`"${name}" came to another answer (${other}) than we did (${hash})`)
  }
  return {
    size,
    failure: null,
    samples: ours.samples,
    hash,
    datasetHash: prepared.datasetHash ?? null,
    parts: ours.partMedians(),
    facts: { ...prepared.facts },
    peers: peers.map((peer) => peer.result()),
    notMeasured: [...(prepared.notMeasured ?? [])],
    aims: benchCase.aims?.(size) ?? [],
  }
}

function contendersOf(prepared: Prepared): Contender[] {
  const ours = new Contender({ name: 'svc', sample: () => prepared.sample() }, true)
  return [ours, ...(prepared.peers ?? []).map((peer) => new Contender(peer, false))]
}

/** One of those that take turns. A peer that fails is out with its reason; when we fail, the size has failed. */
class Contender {
  readonly name: string
  readonly mustAgree: boolean
  readonly samples: number[] = []
  hash: string | null = null
  reason: string | null = null
  readonly #peer: Peer
  readonly #isOurs: boolean
  readonly #parts = new Map<string, number[]>()
  #spentMs = 0
  #hasRun = false

  constructor(peer: Peer, isOurs: boolean) {
    this.name = peer.name
    this.mustAgree = peer.isSameAnswer ?? false
    this.#peer = peer
    this.#isOurs = isOurs
  }

  async warmUp(runs: number, budgetMs: number): Promise<void> {
    const startedMs = performance.now()
    for (let run = 0; run < runs && (run === 0 || performance.now() - startedMs < budgetMs); run++) await this.#run()
  }

  async take(budgetMs: number, leastSamples: number): Promise<void> {
    if (this.#spentMs >= budgetMs && this.samples.length >= leastSamples) return
    globalThis.gc?.()
    const startedMs = performance.now()
    const run = await this.#run()
    this.#spentMs += performance.now() - startedMs
    if (run === null) return
    this.samples.push(run.value)
    for (const [part, value] of Object.entries(run.parts ?? {})) {
      const values = this.#parts.get(part)
      if (values) values.push(value)
      else this.#parts.set(part, [value])
    }
  }

  partMedians(): Record<string, number> {
    const median = (values: number[]) =>
      quantile(
        values.toSorted((a, b) => a - b),
        0.5,
      )
    return Object.fromEntries([...this.#parts].map(([part, values]) => [part, median(values)]))
  }

  result(): PeerResult {
    return { name: this.name, samples: this.samples, parts: this.partMedians(), reason: this.reason }
  }

  async #run(): Promise<Run | null> {
    if (this.reason !== null) return null
    try {
      const run = await this.#peer.sample()
      if (this.#hasRun && run.hash !== this.hash) throw new Error('the answer changed between runs')
      this.#hasRun = true
      this.hash = run.hash
      return run
    } catch (error) {
      if (this.#isOurs) throw error
      this.reason = describe(error)
      return null
    }
  }
}

export function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
