import { defineEntity, p } from '@mikro-orm/postgresql'
import { ownedBy, references } from '../../platform/db/references.ts'

/** A resource that is available to a project. */
export const ProjectResourceSchema = defineEntity({
  name: 'ProjectResource',
  tableName: 'project_resources',
  properties: {
    id: p.uuid().primary(),
    server_version: p.integer().default(1),
    project_id: p.uuid(),
    resource_id: p.uuid(),
    role_title: p.string().columnType('varchar(120)').default(''),
    /** Capacity in this project: 0 is a value, null falls back to the resource's own. */
    units_override: p.decimal().columnType('numeric(4,2)').nullable(),
    notes: p.text().default(''),
    created_at: p.datetime().defaultRaw('now()'),
  },
  uniques: [{ name: 'project_resources_pair', properties: ['project_id', 'resource_id'] }],
  indexes: [{ name: 'project_resources_resource', properties: ['resource_id'] }],
})
references(ProjectResourceSchema, { project_id: ownedBy('projects'), resource_id: ownedBy('resources') }, 'commit')
