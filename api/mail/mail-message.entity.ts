import { defineEntity, p } from '@mikro-orm/postgresql'
import { references, unchecked } from '../platform/db/references.ts'

/**
 * One message to one recipient. Recipient, subject and text are sealed while they wait, because links carry secrets, and
 * removed once the message is sent, given up or withdrawn.
 */
export const MailMessageSchema = defineEntity({
  name: 'MailMessage',
  tableName: 'mail_messages',
  properties: {
    id: p.uuid().primary(),
    /** What it is about: `invite`, `password_reset`, `notification` or `export`. */
    purpose: p.text(),
    /** The row it is about, for example the invite. */
    subject_id: p.uuid().nullable(),
    status: p.text().default('queued'),
    sealed_content: p.text().nullable(),
    attempts: p.smallint().default(0),
    last_error: p.text().nullable(),
    created_at: p.datetime().defaultRaw('now()'),
    finished_at: p.datetime().nullable(),
  },
  indexes: [{ properties: ['subject_id'] }, { properties: ['created_at'] }],
})
references(MailMessageSchema, { subject_id: unchecked('a row of the table that its purpose tells') })
