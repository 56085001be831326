import { defineEntity, p } from '@mikro-orm/postgresql'
import { ownedBy, references } from '../platform/db/references.ts'

/** Whose dates a pass changed, numbered in each project: a pass moves neither versions nor the sync cursor. */
export const DatePassSchema = defineEntity({
  name: 'DatePass',
  tableName: 'date_passes',
  properties: {
    project_id: p.uuid().primary(),
    number: p.integer().primary(),
    /** Null: so many that all are to be read. */
    task_ids: p.array().columnType('uuid[]').$type<string[]>().nullable(),
  },
})
references(DatePassSchema, { project_id: ownedBy('projects') })
