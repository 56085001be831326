import { defineEntity, p } from '@mikro-orm/postgresql'

/** A stored simulation. `distribution` (one date a run) is kept for 24 hours, the rest until trimmed by the cap. */
export const MonteCarloRunSchema = defineEntity({
  name: 'MonteCarloRun',
  tableName: 'monte_carlo_runs',
  properties: {
    id: p.uuid().primary(),
    projectId: p.uuid(),
    takenAt: p.datetime(),
    triggeredById: p.uuid().nullable(),
    runs: p.integer(),
    seed: p.bigint('number'),
    taskCount: p.integer(),
    p50: p.date(),
    p80: p.date(),
    p95: p.date(),
    cpmFinish: p.date().nullable(),
    statusDate: p.date(),
    /** Whether the row belongs to the history; a reader's run is kept as the latest only. */
    inHistory: p.boolean(),
    detail: p.json().$type<Record<string, unknown>>(),
    distribution: p.array().columnType('date[]').$type<string[]>().nullable(),
  },
  indexes: [{ properties: ['projectId', 'takenAt'] }],
})
export class MonteCarloRun extends MonteCarloRunSchema.class {}
MonteCarloRunSchema.setClass(MonteCarloRun)
