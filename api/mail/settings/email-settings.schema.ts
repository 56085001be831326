import { z } from 'zod'
import { isHost, isMailAddress } from '../../platform/text-forms.ts'
import { SECURITIES, TRANSPORT_MODES } from './email-settings.entity.ts'

/** No line break may end a header early. */
const headerText = (length: number) =>
  z
    .string()
    .trim()
    .max(length)
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'No line breaks or control characters.')
const address = headerText(254).refine((text) => text === '' || isMailAddress(text), 'Not a mail address.')

const fields = {
  transport_mode: z.enum(TRANSPORT_MODES).describe('cloud: as the environment of the service says'),
  host: headerText(255).refine((text) => text === '' || isHost(text), 'Not a host name or address.'),
  port: z.int().min(1).max(65_535),
  security: z.enum(SECURITIES).describe('tls upgrades a plain connection, ssl begins encrypted'),
  username: headerText(255),
  from_name: headerText(120),
  from_email: address,
  reply_to: address,
  dkim_selector: headerText(63).regex(/^[a-z0-9._-]*$/i, 'Not a selector.'),
  max_recipients: z.int().min(0).max(50).describe('kept for clients: each message goes to one recipient'),
  throttle_per_min: z.int().min(0).max(100_000).describe('messages a minute; 0 for no limit'),
}
const password = z.string().max(1024).describe('blank keeps the one that is stored')

export const emailSettingsPatch = z.object({ ...fields, password }).partial()
export const emailSettingsPut = emailSettingsPatch.required({ transport_mode: true })
export type EmailSettingsInput = z.output<typeof emailSettingsPatch>

export const emailSettingsReply = z
  .object({
    ...fields,
    password_is_set: z.boolean(),
    can_edit: z.boolean(),
    configured_via: z.enum(['database', 'environment']),
    host_configured: z.boolean(),
    frontend_base_url: z.string(),
    frontend_base_url_configured: z.boolean(),
  })
  .meta({ id: 'EmailSettings' })

const verdict = z.enum(['pass', 'warn', 'fail', 'unknown'])
export const domainHealthReply = z
  .object({ available: z.boolean(), domain: z.string(), spf: verdict, dkim: verdict, dmarc: verdict })
  .meta({ id: 'EmailHealth' })

export const sendTestReply = z.object({ sent: z.literal(true), recipient: z.string() }).meta({ id: 'EmailTestSent' })
export const sendTestError = z.object({ sent: z.literal(false), error: z.string() }).meta({ id: 'EmailTestFailed' })
