import type { BenchCase } from './bench-case.ts'

/** A case of a quick run. */
export interface QuickCase {
  readonly one: BenchCase
  /** The share of the run's time after which it is left out. */
  readonly beginsBefore: number
}

/**
 * A quick run: group by group, for each has a process of its own, and in a group the first case of every family, then the second
 * ones, and so on. First ones are run while there is time at all; the others only in half the share of their group, which is that
 * of its families, for the last group has a service to start and takes longest: no family is to go without for the sake of
 * another one.
 */
export function planQuickRun(families: readonly (readonly BenchCase[])[]): QuickCase[] {
  const quick = families
    .map((family) => family.filter(({ quickSizes }) => quickSizes.length > 0))
    .filter((family) => family.length > 0)
  const groups = Map.groupBy(quick, ([first]) => first?.group)
  let familiesBefore = 0
  return [...groups.values()].flatMap((ofGroup) => {
    familiesBefore += ofGroup.length
    const share = familiesBefore === quick.length ? 1 : familiesBefore / quick.length / 2
    return inTurn(ofGroup).map(({ one, round }) => ({ one, beginsBefore: round === 0 ? 1 : share }))
  })
}

function inTurn(families: readonly (readonly BenchCase[])[]) {
  return families
    .flatMap((family) => family.map((one, round) => ({ one, round })))
    .toSorted((left, right) => left.round - right.round)
}
