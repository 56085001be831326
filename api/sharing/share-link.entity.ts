import { defineEntity, p } from '@mikro-orm/postgresql'

/** Lets whoever holds the address read a board or a schedule. The token is stored as its hash. */
export const ShareLinkSchema = defineEntity({
  name: 'ShareLink',
  tableName: 'share_links',
  properties: {
    id: p.uuid().primary(),
    projectId: p.uuid(),
    contentKind: p.text(),
    tokenHash: p.text().unique(),
    /** First twelve characters, to recognise a link by. */
    tokenPrefix: p.string().columnType('varchar(12)'),
    label: p.string().columnType('varchar(120)').default(''),
    showAssignees: p.boolean().default(false),
    showMilestoneDates: p.boolean().default(true),
    createdById: p.uuid().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
    accessCount: p.bigint('number').default(0),
    lastAccessedAt: p.datetime().nullable(),
  },
  indexes: [{ properties: ['projectId', 'createdAt'] }],
})
export class ShareLink extends ShareLinkSchema.class {}
ShareLinkSchema.setClass(ShareLink)
