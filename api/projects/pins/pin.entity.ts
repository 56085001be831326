import { defineEntity, p } from '@mikro-orm/postgresql'
import { ownedBy, references, unchecked } from '../../platform/db/references.ts'

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
references(
  PinSchema,
  { account_id: ownedBy('accounts'), object_id: unchecked('a program or a project, by kind') },
  'commit',
)
