import { defineEntity, p } from '@mikro-orm/postgresql'

/** A resource that is available to a project. */
export const ProjectResourceSchema = defineEntity({
  name: 'ProjectResource',
  tableName: 'project_resources',
  properties: {
    id: p.uuid().primary(),
    serverVersion: p.integer().default(1),
    projectId: p.uuid(),
    resourceId: p.uuid(),
    roleTitle: p.string().columnType('varchar(120)').default(''),
    /** Capacity in this project: 0 is a value, null falls back to the resource's own. */
    unitsOverride: p.decimal().columnType('numeric(4,2)').nullable(),
    notes: p.text().default(''),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  uniques: [{ name: 'project_resources_pair', properties: ['projectId', 'resourceId'] }],
  indexes: [{ name: 'project_resources_resource', properties: ['resourceId'] }],
})
