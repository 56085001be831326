import { defineEntity, p } from '@mikro-orm/postgresql'

/**
 * Every project and program key ever given out, folded to one case: unique per kind for ever. The live key of an object
 * is the one its record holds; the others still resolve as aliases, at most ten an object.
 */
export const IssuedKeySchema = defineEntity({
  name: 'IssuedKey',
  tableName: 'issued_keys',
  properties: {
    kind: p.text().primary(),
    foldedKey: p.string().columnType('varchar(40)').primary(),
    objectId: p.uuid(),
    issuedAt: p.datetime().defaultRaw('now()'),
    retiredAt: p.datetime().nullable(),
  },
  indexes: [{ properties: ['objectId'] }],
})
