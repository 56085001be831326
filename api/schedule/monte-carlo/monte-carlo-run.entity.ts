import { defineEntity, p } from '@mikro-orm/postgresql'
import { mayName, ownedBy, references } from '../../platform/db/references.ts'
import type { RunDetail } from './run-detail.ts'

/** A stored simulation. `distribution` (one date a run) is kept for 24 hours, the rest until trimmed by the cap. */
export const MonteCarloRunSchema = defineEntity({
  name: 'MonteCarloRun',
  tableName: 'monte_carlo_runs',
  properties: {
    id: p.uuid().primary(),
    project_id: p.uuid(),
    taken_at: p.datetime(),
    triggered_by_id: p.uuid().nullable(),
    runs: p.integer(),
    seed: p.bigint('number'),
    task_count: p.integer(),
    p50: p.date(),
    p80: p.date(),
    p95: p.date(),
    cpm_finish: p.date().nullable(),
    status_date: p.date(),
    /** Whether the row belongs to the history; a reader's run is kept as the latest only. */
    in_history: p.boolean(),
    detail: p.json().$type<RunDetail>(),
    distribution: p.array().columnType('date[]').$type<string[]>().nullable(),
  },
  indexes: [{ properties: ['project_id', 'taken_at'] }],
})
references(MonteCarloRunSchema, { project_id: ownedBy('projects'), triggered_by_id: mayName('accounts') }, 'commit')
