import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { ImportRefusal } from '../../importers/plan/import-refusal.ts'
import { readWithPreview } from '../../importers/read-plan.ts'
import { processorMs } from '../support/processor-time.ts'
import { mutate, seededRandom } from './mutate.ts'

const collect = exposedCollector()

export type Victim = { name: string; bytes: Uint8Array }

export type Survival = {
  read: number
  refused: Record<string, number>
  broken: string[]
  slowestMs: number
  grownMb: number
}

/**
 * Reads damaged copies of the files. Every one must end as a plan or as a refusal that is on the list; anything else is
 * reported with what is needed to repeat it.
 */
export async function surviveMutations(
  victims: readonly Victim[],
  { cases, seed }: { cases: number; seed: number },
): Promise<Survival> {
  const survival: Survival = { read: 0, refused: {}, broken: [], slowestMs: 0, grownMb: 0 }
  let heapBefore = 0
  for (let index = 0; index < cases; index += 1) {
    // The first ones fill tables that stay.
    if (index === Math.floor(cases / 4)) heapBefore = await bytesInUse()
    const random = seededRandom(seed + index)
    const victim = victims[index % victims.length] as Victim
    const other = victims[random(victims.length)] as Victim
    const bytes = mutate(victim.bytes, other.bytes, random)
    const startedAt = processorMs()
    const outcome = outcomeOf(bytes, victim.name)
    survival.slowestMs = Math.max(survival.slowestMs, processorMs() - startedAt)
    if (outcome === 'read') survival.read += 1
    else if (outcome.startsWith('bug')) survival.broken.push(`${victim.name}, seed ${seed + index}: ${outcome}`)
    else survival.refused[outcome] = (survival.refused[outcome] ?? 0) + 1
  }
  survival.grownMb = ((await bytesInUse()) - heapBefore) / 1e6
  return survival
}

/** Bytes that a collection leaves, of the heap and of buffers outside of it. */
async function bytesInUse(): Promise<number> {
  // What one turn frees, the next one gives back: unpackers and buffers end in callbacks.
  for (let turn = 0; turn < 3; turn += 1) {
    collect()
    await setImmediate()
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

function exposedCollector(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void
}

/** `read`, the code of a refusal, or `bug` and what was thrown. */
export function outcomeOf(
  bytes: Uint8Array,
  name: string,
  options: Parameters<typeof readWithPreview>[2] = {},
): string {
  try {
    const { plan } = readWithPreview(bytes, name, options)
    const isSound =
      plan.format === 'svc-plan/1' && plan.tasks.every((task) => Number.isFinite(task.duration) && task.duration >= 0)
    return isSound ? 'read' : 'bug: a plan that is none'
  } catch (error) {
    return error instanceof ImportRefusal ? error.code : `bug: ${(error as Error).stack}`
  }
}

/** The seed of a run: its own, or what `--seed=N` asks for. */
export function seedOf(own: number): number {
  const asked = process.argv.find((argument) => argument.startsWith('--seed='))
  return asked === undefined ? own : Number(asked.slice('--seed='.length))
}

/** How many damaged files a run reads: a quick number, or what `--cases=N` asks for. */
export function caseCount(quick: number): number {
  const asked = process.argv.find((argument) => argument.startsWith('--cases='))
  return asked === undefined ? quick : Number(asked.slice('--cases='.length))
}
