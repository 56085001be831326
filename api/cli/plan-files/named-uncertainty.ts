import type { GroupKind } from '../../../compute/simulation/input/uncertain-tasks.ts'

export interface AskedRule {
  readonly low_percent: number
  readonly high_percent: number
  readonly wbs?: string
  readonly label?: string
  readonly percent_from?: number
  readonly percent_below?: number
}

export interface AskedUncertainty {
  readonly rules: readonly AskedRule[]
  readonly correlation: { readonly share: number; readonly within: GroupKind } | null
}

/** What was simulated, as the result names it. */
export interface NamedUncertainty {
  readonly uncertainty: readonly (AskedRule & { readonly tasks: number })[]
  readonly correlation?: NonNullable<AskedUncertainty['correlation']>
}
