import { defineEntity, p } from '@mikro-orm/postgresql'

/** A project or program that a person keeps at hand; nobody else sees it. */
export const PinSchema = defineEntity({
  name: 'Pin',
  tableName: 'pins',
  properties: {
    accountId: p.uuid().primary(),
    kind: p.text().primary(),
    objectId: p.uuid().primary(),
    pinnedAt: p.datetime(),
  },
})
