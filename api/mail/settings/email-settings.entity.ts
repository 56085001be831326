import { defineEntity, p } from '@mikro-orm/postgresql'
import { mayName, references } from '../../platform/db/references.ts'

export const TRANSPORT_MODES = ['cloud', 'smtp', 'sendgrid', 'ses'] as const
export type TransportMode = (typeof TRANSPORT_MODES)[number]
export const SECURITIES = ['none', 'tls', 'ssl'] as const
export type Security = (typeof SECURITIES)[number]

/** How mail goes out, as the operator set it in the service; without the row, and in the mode `cloud`, the environment says. */
export const EmailSettingsSchema = defineEntity({
  name: 'EmailSettings',
  tableName: 'email_settings',
  properties: {
    id: p.smallint().primary().autoincrement(false),
    transport_mode: p.text().$type<TransportMode>(),
    host: p.string().columnType('varchar(255)').default(''),
    port: p.integer().default(587),
    security: p.text().$type<Security>().default('tls'),
    username: p.string().columnType('varchar(255)').default(''),
    /** The password as `platform/secrets-box.ts` seals it; null for none. */
    sealed_password: p.text().nullable(),
    from_name: p.string().columnType('varchar(120)').default(''),
    from_email: p.string().columnType('varchar(254)').default(''),
    reply_to: p.string().columnType('varchar(254)').default(''),
    dkim_selector: p.string().columnType('varchar(63)').default(''),
    max_recipients: p.integer().default(50),
    /** Messages a minute; 0 for as many as there are. */
    throttle_per_min: p.integer().default(0),
    updated_by_id: p.uuid().nullable(),
    updated_at: p.datetime(),
  },
})
references(EmailSettingsSchema, { updated_by_id: mayName('accounts') })

/** How many messages went out in a minute. */
export const MailMinuteSchema = defineEntity({
  name: 'MailMinute',
  tableName: 'mail_minutes',
  properties: {
    minute: p.datetime().primary(),
    sent: p.integer(),
  },
})
