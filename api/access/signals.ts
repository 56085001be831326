export const SIGNALS = ['velocity', 'throughput_rollup', 'pulse', 'flow_metrics'] as const
export type Signal = (typeof SIGNALS)[number]

/** How far a team tells a signal, from itself alone to everybody of the program. */
export const AUDIENCES = ['team', 'team_sm', 'team_sm_pm', 'program_shared'] as const
export type Audience = (typeof AUDIENCES)[number]

/** Where a signal stands, and how far the team has allowed it to go, before anybody said anything. */
export function defaultPolicy(signal: Signal): { readonly audience: Audience; readonly ceiling: Audience } {
  return { audience: 'team', ceiling: signal === 'throughput_rollup' ? 'program_shared' : 'team' }
}
