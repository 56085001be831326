import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { fieldError, refuseUnless } from '../../platform/errors.ts'
import { sealSecret } from '../../platform/secrets-box.ts'
import { type EmailSettingsRow, findEmailSettings, saveEmailSettings } from './email-settings.queries.ts'
import type { EmailSettingsInput } from './email-settings.schema.ts'
import { failureText, outletOf, PASSWORD_PURPOSE, probeServer, serverOf } from './transport.ts'

type Columns = Omit<EmailSettingsRow, 'id' | 'sealed_password' | 'updated_at' | 'updated_by_id'>

export const DEFAULTS: Columns = {
  transport_mode: 'cloud',
  host: '',
  port: 587,
  security: 'tls',
  username: '',
  from_name: '',
  from_email: '',
  reply_to: '',
  dkim_selector: '',
  max_recipients: 50,
  throttle_per_min: 0,
}

/** What would be stored, and the password in clear; a stored one is never sent to another server than it was entered for. */
async function merge(ctx: Ctx<unknown>, { password, ...input }: EmailSettingsInput, isWhole: boolean) {
  const stored = await findEmailSettings(ctx)
  const base = isWhole || !stored ? DEFAULTS : pick(stored)
  const columns: Columns = { ...base, ...(definedIn(input) as Partial<Columns>) }
  if (columns.transport_mode === 'cloud') return { columns, password: '', stored, server: null }
  const server = serverOf(columns, password ?? '')
  refuseUnless(server.host !== '', () => fieldError('host', 'Name the mail server.'))
  refuseUnless(columns.from_email !== '', () => fieldError('from_email', 'Name the sender.'))
  if (password || server.username === '') return { columns, password: password ?? '', stored, server }
  const known = stored && stored.transport_mode !== 'cloud' ? serverOf(stored, '') : null
  const isSame = known?.host === server.host && stored?.transport_mode === columns.transport_mode
  refuseUnless(isSame && stored?.sealed_password, () =>
    fieldError('password', 'Enter the password: the stored one was for another server.'),
  )
  return { columns, password: undefined, stored, server }
}

/** Connects to the server with what would be stored, before anything is. */
export async function tryEmailSettings(ctx: Ctx<unknown>, input: EmailSettingsInput, isWhole: boolean): Promise<void> {
  const { server, password, stored } = await merge(ctx, input, isWhole)
  if (server === null) return
  try {
    const known = password === undefined ? passwordOf(ctx, stored) : password
    await probeServer(ctx.services, { ...server, password: known })
  } catch (error) {
    throw fieldError('non_field_errors', `The mail server did not accept it (${failureText(error)}).`)
  }
}

function passwordOf(ctx: Ctx<unknown>, stored: EmailSettingsRow | undefined): string {
  const { way } = outletOf(ctx, stored)
  return typeof way === 'object' && 'server' in way ? way.server.password : ''
}

/** Stores what was tried. */
export async function putEmailSettings(ctx: Ctx<unknown>, input: EmailSettingsInput, isWhole: boolean): Promise<void> {
  const { columns, password, stored } = await merge(ctx, input, isWhole)
  const sealed = password ? sealSecret(ctx.services, PASSWORD_PURPOSE, password) : null
  await saveEmailSettings(ctx, {
    ...columns,
    sealed_password: password === undefined ? (stored?.sealed_password ?? null) : sealed,
    updated_by_id: actorId(ctx),
    updated_at: ctx.services.clock.now().toISOString(),
  })
  await recordAuditEvent(ctx, {
    eventType: 'workspace_settings_changed',
    target: { type: 'workspace', id: null, label: 'email settings' },
    metadata: { transport_mode: columns.transport_mode, changed: Object.keys(definedIn(input)).sort() },
  })
}

function pick(row: EmailSettingsRow): Columns {
  return Object.fromEntries(
    Object.keys(DEFAULTS).map((name) => [name, row[name as keyof Columns]]),
  ) as unknown as Columns
}

const definedIn = (input: object) =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
