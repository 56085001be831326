import { defineEntity, p } from '@mikro-orm/postgresql'
import { mayName, ownedBy, references } from '../platform/db/references.ts'

/** Lets whoever holds the address read a board or a schedule. The token is stored as its hash. */
export const ShareLinkSchema = defineEntity({
  name: 'ShareLink',
  tableName: 'share_links',
  properties: {
    id: p.uuid().primary(),
    project_id: p.uuid(),
    content_kind: p.text(),
    token_hash: p.text().unique(),
    /** First twelve characters, to recognise a link by. */
    token_prefix: p.string().columnType('varchar(12)'),
    label: p.string().columnType('varchar(120)').default(''),
    show_assignees: p.boolean().default(false),
    show_milestone_dates: p.boolean().default(true),
    show_forecast: p.boolean().default(false),
    created_by_id: p.uuid().nullable(),
    created_at: p.datetime().defaultRaw('now()'),
    expires_at: p.datetime().nullable(),
    revoked_at: p.datetime().nullable(),
    access_count: p.bigint('number').default(0),
    last_accessed_at: p.datetime().nullable(),
  },
  indexes: [{ properties: ['project_id', 'created_at'] }],
})
references(ShareLinkSchema, { project_id: ownedBy('projects'), created_by_id: mayName('accounts') }, 'commit')
export class ShareLink extends ShareLinkSchema.class {}
ShareLinkSchema.setClass(ShareLink)
