import { defineEntity, p } from '@mikro-orm/postgresql'
import { holds, references } from '../../platform/db/references.ts'

/**
 * A plannable person, team or piece of equipment of the workspace. A deactivated one (`isDeleted`) keeps its roster rows
 * and assignments: whoever reads a roster leaves it out, and restoring brings back exactly what was there.
 */
export const ResourceSchema = defineEntity({
  name: 'Resource',
  tableName: 'resources',
  properties: {
    id: p.uuid().primary(),
    server_version: p.integer().default(1),
    name: p.string().columnType('varchar(255)'),
    /** The name as `foldName` makes it: what imports match by. */
    folded_name: p.text(),
    email: p.string().columnType('varchar(254)').default(''),
    job_role: p.string().columnType('varchar(120)').default(''),
    calendar_id: p.uuid().nullable(),
    /** 1.00 is full time. */
    max_units: p.decimal().columnType('numeric(4,2)').default('1.00'),
    is_deleted: p.boolean().default(false),
    deleted_at: p.datetime().nullable(),
    created_at: p.datetime().defaultRaw('now()'),
  },
  indexes: [
    {
      name: 'resources_live_name',
      expression: 'create index "resources_live_name" on "resources" ("folded_name") where not "is_deleted"',
    },
    {
      name: 'resources_calendar',
      expression: 'create index "resources_calendar" on "resources" ("calendar_id") where "calendar_id" is not null',
    },
    {
      name: 'resources_email',
      expression: `create index "resources_email" on "resources" (lower("email")) where "email" <> ''`,
    },
  ],
})
references(ResourceSchema, { calendar_id: holds('calendars') }, 'commit')
