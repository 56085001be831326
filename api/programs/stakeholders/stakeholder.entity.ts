import { defineEntity, p } from '@mikro-orm/postgresql'
import { mayName, ownedBy, references } from '../../platform/db/references.ts'

/** Somebody outside of the service who has a stake in a program. They are counted and never written to. */
export const ExternalStakeholderSchema = defineEntity({
  name: 'ExternalStakeholder',
  tableName: 'external_stakeholders',
  properties: {
    id: p.uuid().primary(),
    program_id: p.uuid(),
    name: p.string().columnType('varchar(200)'),
    email: p.string().columnType('varchar(254)'),
    note: p.text().default(''),
    created_by_id: p.uuid().nullable(),
    created_at: p.datetime().defaultRaw('now()'),
    updated_at: p.datetime().defaultRaw('now()'),
  },
  indexes: [
    {
      name: 'external_stakeholders_email',
      expression:
        'create unique index "external_stakeholders_email" on "external_stakeholders" ("program_id", lower("email"))',
    },
    { name: 'external_stakeholders_program', properties: ['program_id'] },
  ],
})
references(ExternalStakeholderSchema, { program_id: ownedBy('programs'), created_by_id: mayName('accounts') })
