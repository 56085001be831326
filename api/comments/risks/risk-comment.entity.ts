import { defineEntity, p } from '@mikro-orm/postgresql'
import { mayName, ownedBy, references } from '../../platform/db/references.ts'

/** What somebody said about a risk. Nobody edits or deletes it: the register is a record. */
export const RiskCommentSchema = defineEntity({
  name: 'RiskComment',
  tableName: 'risk_comments',
  properties: {
    id: p.uuid().primary(),
    project_id: p.uuid(),
    risk_id: p.uuid(),
    author_id: p.uuid().nullable(),
    message: p.text(),
    created_at: p.datetime().defaultRaw('now()'),
  },
  indexes: [
    { name: 'risk_comments_of_risk', properties: ['risk_id', 'created_at', 'id'] },
    { name: 'risk_comments_project', properties: ['project_id'] },
  ],
})
references(RiskCommentSchema, {
  project_id: ownedBy('projects'),
  risk_id: ownedBy('risks'),
  author_id: mayName('accounts'),
})
