// How mail leaves the service: by what the operator stored, else by the environment, else into a folder.

import type { Ctx, Services } from '../../platform/context.ts'
import { AddressRefused, judgeHost } from '../../platform/egress/guarded-fetch.ts'
import { openSecret } from '../../platform/secrets-box.ts'
import { mailbox } from '../compose-message.ts'
import type { EmailSettingsRow } from './email-settings.queries.ts'

export const PASSWORD_PURPOSE = 'email-settings'

/** Servers of providers, with what they want; `{}` for those that have none of their own. */
const PRESETS = {
  smtp: {},
  sendgrid: { host: 'smtp.sendgrid.net', username: 'apikey' },
  ses: { host: 'email-smtp.us-east-1.amazonaws.com' },
} as const

export interface SmtpServer {
  readonly host: string
  readonly port: number
  readonly security: EmailSettingsRow['security']
  readonly username: string
  readonly password: string
}

/** Where mail goes, and from whom. */
export interface Outlet {
  /** `url`: of the environment, which the operator of the machine wrote; `server`: judged before it is connected to. */
  readonly way: { readonly url: string } | { readonly server: SmtpServer } | 'folder'
  readonly name: string
  /** The sender, with a name before it in `< >` where there is one. */
  readonly from: string
  readonly replyTo: string
  readonly throttlePerMin: number
}

/** Throws `WrongKey` where the stored password was sealed by another key: nothing is sent another way then. */
export function outletOf({ services }: Pick<Ctx, 'services'>, row: EmailSettingsRow | undefined): Outlet {
  const { smtpUrl, defaultFromEmail } = services.config
  const from = row?.from_email ? mailbox(row.from_name, row.from_email) : defaultFromEmail
  const base = { from, replyTo: row?.reply_to ?? '', throttlePerMin: row?.throttle_per_min ?? 0 }
  if (row === undefined || row.transport_mode === 'cloud') {
    const way = smtpUrl === null ? ('folder' as const) : { url: smtpUrl }
    return { ...base, way, name: smtpUrl === null ? 'folder' : 'environment' }
  }
  const password = row.sealed_password === null ? '' : openSecret(services, PASSWORD_PURPOSE, row.sealed_password)
  return { ...base, way: { server: serverOf(row, password) }, name: row.transport_mode }
}

/** What a provider has fixed stands in for what was left blank. */
export function serverOf(
  row: Pick<EmailSettingsRow, 'transport_mode' | 'host' | 'port' | 'security' | 'username'>,
  password: string,
): SmtpServer {
  const preset: { host?: string; username?: string } = row.transport_mode === 'cloud' ? {} : PRESETS[row.transport_mode]
  const { host, port, security, username } = row
  return { host: host || preset.host || '', port, security, username: username || preset.username || '', password }
}

/** Hands a message over. Messages that lie in the folder are written elsewhere. */
export async function sendBy(
  services: Services,
  way: Exclude<Outlet['way'], 'folder'>,
  message: { readonly from: string; readonly to: string; readonly raw: Buffer },
): Promise<void> {
  const transport = await openTransport(services, way)
  try {
    await transport.sendMail({ envelope: { from: message.from, to: [message.to] }, raw: message.raw })
  } finally {
    transport.close()
  }
}

/** Connects, encrypts and signs in as a message would, and sends none. */
export async function probeServer(services: Services, server: SmtpServer): Promise<void> {
  const transport = await openTransport(services, { server })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

/** A server of the settings is resolved and judged once, and the judged address is what is connected to. */
async function openTransport(services: Services, way: Exclude<Outlet['way'], 'folder'>) {
  const { createTransport } = await import('nodemailer')
  const timeoutMs = services.config.emailTimeout * 1000
  const limits = {
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  if ('url' in way) return createTransport({ url: way.url, ...limits })
  const { host, port, security, username, password } = way.server
  return createTransport({
    host: await judgeHost(services.config, host, port),
    port,
    secure: security === 'ssl',
    requireTLS: security === 'tls',
    ignoreTLS: security === 'none',
    tls: { servername: host },
    ...(username !== '' && { auth: { user: username, pass: password } }),
    ...limits,
  })
}

/** Codes only: what a server says may repeat addresses and names. */
export function failureText(error: unknown): string {
  if (error instanceof AddressRefused) return 'the address is not allowed'
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  return [code, responseCode].filter((part) => part !== undefined).join(' ') || (error as Error).name
}
