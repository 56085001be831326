import { defineEntity, p } from '@mikro-orm/postgresql'
import { ownedBy, references, unchecked } from '../../platform/db/references.ts'

/** What the clock had somebody told: the row stands for it having happened, in the transaction in which it did. */
export const ToldRoundSchema = defineEntity({
  name: 'ToldRound',
  tableName: 'told_rounds',
  properties: {
    /** The person of a digest, or the project that was looked through. */
    subject_id: p.uuid().primary(),
    kind: p.text().primary(),
    /** The day, or the Monday of the week. */
    period: p.date().primary(),
    told_at: p.datetime(),
  },
  indexes: [{ name: 'told_rounds_old', properties: ['told_at'] }],
})
references(ToldRoundSchema, {
  subject_id: unchecked('an account or a project, as its kind tells; old rows go by time'),
})

/** The finish of which the leaders of a project were told last. */
export const ToldFinishSchema = defineEntity({
  name: 'ToldFinish',
  tableName: 'told_finishes',
  properties: {
    project_id: p.uuid().primary(),
    finish: p.date(),
    looked_at: p.datetime(),
  },
})
references(ToldFinishSchema, { project_id: ownedBy('projects') })
