import { defineEntity, p } from '@mikro-orm/postgresql'

/** A project or program that a person keeps at hand; nobody else sees it. */
export const PinSchema = defineEntity({
  name: 'Pin',
  tableName: 'pins',
  properties: {
    account_id: p.uuid().primary(),
    kind: p.text().primary(),
    object_id: p.uuid().primary(),
    pinned_at: p.datetime(),
  },
})
