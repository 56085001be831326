import { defineEntity, p } from '@mikro-orm/postgresql'
import { ownedBy, references } from '../../platform/db/references.ts'

/** When a person last looked into a project; nobody else sees it. */
export const ProjectVisitSchema = defineEntity({
  name: 'ProjectVisit',
  tableName: 'project_visits',
  properties: {
    account_id: p.uuid().primary(),
    project_id: p.uuid().primary(),
    visited_at: p.datetime(),
  },
  indexes: [
    { name: 'project_visits_recent', properties: ['account_id', 'visited_at'] },
    { name: 'project_visits_project', properties: ['project_id'] },
  ],
})
references(ProjectVisitSchema, { account_id: ownedBy('accounts'), project_id: ownedBy('projects') })
