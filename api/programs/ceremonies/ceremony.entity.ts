import { defineEntity, p } from '@mikro-orm/postgresql'
import { keepHistory } from '../../platform/db/kept-history.ts'
import { mayName, ownedBy, references } from '../../platform/db/references.ts'

export const CADENCES = ['weekly', 'biweekly', 'monthly', 'on_milestone'] as const

/** A meeting that a program holds again and again, beside those of its sprints. */
export const CeremonySchema = defineEntity({
  name: 'Ceremony',
  tableName: 'ceremonies',
  properties: {
    id: p.uuid().primary(),
    server_version: p.integer().default(1),
    program_id: p.uuid(),
    name: p.string().columnType('varchar(120)'),
    cadence_type: p.string().columnType('varchar(12)'),
    /** The day in the words of the program (`Tuesday`, `first Monday`); empty on a milestone. */
    cadence_day: p.string().columnType('varchar(32)').default(''),
    /** On the clocks of the program, `HH:MM:SS`. */
    cadence_time: p.string().columnType('varchar(8)').nullable(),
    duration_minutes: p.integer().default(60),
    owner_role: p.string().columnType('varchar(64)').default(''),
    enabled: p.boolean().default(true),
    created_by_id: p.uuid().nullable(),
    created_at: p.datetime().defaultRaw('now()'),
    updated_at: p.datetime().defaultRaw('now()'),
  },
  indexes: [
    { name: 'ceremonies_program', properties: ['program_id'] },
    {
      name: 'ceremonies_name',
      expression: 'create unique index "ceremonies_name" on "ceremonies" ("program_id", lower("name"))',
    },
    {
      name: 'ceremonies_created_by',
      expression:
        'create index "ceremonies_created_by" on "ceremonies" ("created_by_id") where "created_by_id" is not null',
    },
  ],
})
references(CeremonySchema, { program_id: ownedBy('programs'), created_by_id: mayName('accounts') })
keepHistory(CeremonySchema, {
  kind: 'ceremony',
  program: 'program_id',
  untracked: ['id', 'server_version', 'program_id', 'created_by_id', 'created_at', 'updated_at'],
  told: {
    columns: ['name', 'cadence_type', 'cadence_day', 'cadence_time', 'duration_minutes', 'owner_role', 'enabled'],
    removed: 'by people',
  },
})
