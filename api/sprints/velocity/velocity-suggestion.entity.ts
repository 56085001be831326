import { defineEntity, p } from '@mikro-orm/postgresql'
import { mayName, ownedBy, references } from '../../platform/db/references.ts'

/** What the pace of the team says of the duration of a task that a closed sprint left behind. */
export const VelocitySuggestionSchema = defineEntity({
  name: 'VelocitySuggestion',
  tableName: 'velocity_suggestions',
  properties: {
    id: p.uuid().primary(),
    task_id: p.uuid(),
    sprint_id: p.uuid(),
    /** Working days. */
    suggested_duration: p.integer(),
    team_velocity_per_day: p.decimal('number').precision(9).scale(3),
    flag_for_review: p.boolean(),
    created_at: p.datetime(),
    accepted_at: p.datetime().nullable(),
    accepted_by_id: p.uuid().nullable(),
    dismissed_at: p.datetime().nullable(),
    dismissed_by_id: p.uuid().nullable(),
  },
  uniques: [{ name: 'velocity_suggestions_task_sprint', properties: ['task_id', 'sprint_id'] }],
  checks: [
    { name: 'velocity_suggestions_duration_is_work', expression: 'suggested_duration >= 1' },
    { name: 'velocity_suggestions_settled_once', expression: 'accepted_at is null or dismissed_at is null' },
  ],
  indexes: [
    { name: 'velocity_suggestions_sprint', properties: ['sprint_id'] },
    { name: 'velocity_suggestions_newest', properties: ['created_at', 'id'] },
  ],
})
references(VelocitySuggestionSchema, {
  task_id: ownedBy('tasks'),
  sprint_id: ownedBy('sprints'),
  accepted_by_id: mayName('accounts'),
  dismissed_by_id: mayName('accounts'),
})
