import { defineEntity, p } from '@mikro-orm/postgresql'

/**
 * One message to one recipient. Recipient, subject and text are sealed while they wait, because links carry secrets, and
 * removed once the message is sent, given up or withdrawn.
 */
export const MailMessageSchema = defineEntity({
  name: 'MailMessage',
  tableName: 'mail_messages',
  properties: {
    id: p.uuid().primary(),
    /** What it is about: `invite` or `password_reset`. */
    purpose: p.text(),
    /** The row it is about, for example the invite. */
    subjectId: p.uuid().nullable(),
    status: p.text().default('queued'),
    sealedContent: p.text().nullable(),
    attempts: p.smallint().default(0),
    lastError: p.text().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    finishedAt: p.datetime().nullable(),
  },
  indexes: [{ properties: ['subjectId'] }, { properties: ['createdAt'] }],
})
