// A number that is not certain: the delay of a risk, the factor or the shift of a driver.

import { refuseUnless } from '../../model/refusal.ts'

/** `pert` is the beta distribution of the three-point estimates: mean (low + 4 likely + high) / 6, deviation a sixth of the range. */
export type Spread =
  | { distribution: 'fixed'; value: number }
  | { distribution: 'uniform'; low: number; high: number }
  | { distribution: 'triangular' | 'pert'; low: number; likely: number; high: number }

const DISTRIBUTIONS = ['fixed', 'uniform', 'triangular', 'pert'] as const

export function leastOf(spread: Spread): number {
  return spread.distribution === 'fixed' ? spread.value : spread.low
}

export function greatestOf(spread: Spread): number {
  return spread.distribution === 'fixed' ? spread.value : spread.high
}

/** Refuses what is no spread with all its values in order and from `least` to `greatest`. */
export function checkSpread(spread: Spread, name: string, least: number, greatest: number): void {
  const known = (DISTRIBUTIONS as readonly unknown[]).includes(spread?.distribution)
  refuseUnless(known, () => `${name} has no distribution out of ${DISTRIBUTIONS.join(', ')}.`)
  const values = valuesOf(spread)
  const inOrder = values.every(
    (value, at) => Number.isFinite(value) && (at === 0 || value >= (values[at - 1] as number)),
  )
  refuseUnless(inOrder, () => `${name} needs ${namesOf(spread)} as finite numbers in this order.`)
  const isWithin = leastOf(spread) >= least && greatestOf(spread) <= greatest
  refuseUnless(
    isWithin,
    () => `${name} reaches from ${leastOf(spread)} to ${greatestOf(spread)}, outside ${least} to ${greatest}.`,
  )
}

function valuesOf(spread: Spread): readonly number[] {
  if (spread.distribution === 'fixed') return [spread.value]
  if (spread.distribution === 'uniform') return [spread.low, spread.high]
  return [spread.low, spread.likely, spread.high]
}

function namesOf({ distribution }: Spread): string {
  if (distribution === 'fixed') return 'value'
  return distribution === 'uniform' ? 'low and high' : 'low, likely and high'
}
