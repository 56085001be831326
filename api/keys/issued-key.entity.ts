import { defineEntity, p } from '@mikro-orm/postgresql'
import { references, unchecked } from '../platform/db/references.ts'

/**
 * Every project and program key ever given out, folded to one case: unique per kind for ever. The live key of an object
 * is the one its record holds; the others still resolve as aliases, at most ten an object.
 */
export const IssuedKeySchema = defineEntity({
  name: 'IssuedKey',
  tableName: 'issued_keys',
  properties: {
    kind: p.text().primary(),
    folded_key: p.string().columnType('varchar(40)').primary(),
    object_id: p.uuid(),
    issued_at: p.datetime().defaultRaw('now()'),
    retired_at: p.datetime().nullable(),
  },
  indexes: [{ properties: ['object_id'] }],
})
references(IssuedKeySchema, {
  object_id: unchecked('a program or a project, by kind; a key stays taken when they are gone'),
})
