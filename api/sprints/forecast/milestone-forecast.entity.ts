import { defineEntity, p } from '@mikro-orm/postgresql'
import { ownedBy, references } from '../../platform/db/references.ts'

export const CONFIDENCES = ['low', 'medium', 'high'] as const
export type Confidence = (typeof CONFIDENCES)[number]

/** What the close of a sprint said of the milestone that it worked towards. Never changed: the newest counts. */
export const MilestoneForecastSchema = defineEntity({
  name: 'MilestoneForecast',
  tableName: 'milestone_forecasts',
  properties: {
    id: p.uuid().primary(),
    milestone_id: p.uuid(),
    sprint_id: p.uuid(),
    basis: p.text().default('velocity_band'),
    cpm_finish: p.date().nullable(),
    p50: p.date().nullable(),
    p80: p.date().nullable(),
    p95: p.date().nullable(),
    velocity_low: p.integer().nullable(),
    velocity_high: p.integer().nullable(),
    confidence: p.text().$type<Confidence>(),
    unmodeled_dependency: p.boolean(),
    binding_drifted: p.boolean(),
    taken_at: p.datetime(),
  },
  indexes: [
    { name: 'milestone_forecasts_sprint', properties: ['sprint_id'] },
    {
      name: 'milestone_forecasts_newest',
      expression:
        'create index "milestone_forecasts_newest" on "milestone_forecasts" ("milestone_id", "taken_at" desc)',
    },
  ],
})
references(MilestoneForecastSchema, { milestone_id: ownedBy('tasks'), sprint_id: ownedBy('sprints') })
