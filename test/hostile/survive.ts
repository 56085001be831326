import { ImportRefusal } from '../../importers/plan/import-refusal.ts'
import { readWithPreview } from '../../importers/read-plan.ts'
import { mutate, seededRandom } from './mutate.ts'

export type Victim = { name: string; bytes: Uint8Array }

export type Survival = { read: number; refused: Record<string, number>; broken: string[]; slowestMs: number }

/**
 * Reads damaged copies of the files. Every one must end as a plan or as a refusal that is on the list; anything else is
 * reported with what is needed to repeat it.
 */
export function surviveMutations(
  victims: readonly Victim[],
  { cases, seed }: { cases: number; seed: number },
): Survival {
  const survival: Survival = { read: 0, refused: {}, broken: [], slowestMs: 0 }
  for (let index = 0; index < cases; index += 1) {
    const random = seededRandom(seed + index)
    const victim = victims[index % victims.length] as Victim
    const other = victims[random(victims.length)] as Victim
    const bytes = mutate(victim.bytes, other.bytes, random)
    const startedAt = performance.now()
    const outcome = outcomeOf(bytes, victim.name)
    survival.slowestMs = Math.max(survival.slowestMs, performance.now() - startedAt)
    if (outcome === 'read') survival.read += 1
    else if (outcome.startsWith('bug')) survival.broken.push(`${victim.name}, seed ${seed + index}: ${outcome}`)
    else survival.refused[outcome] = (survival.refused[outcome] ?? 0) + 1
  }
  return survival
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

/** How many damaged files a run reads: a quick number, or what `--cases=N` asks for. */
export function caseCount(quick: number): number {
  const asked = process.argv.find((argument) => argument.startsWith('--cases='))
  return asked === undefined ? quick : Number(asked.slice('--cases='.length))
}
