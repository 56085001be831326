import { isAdmin, workspaceScope } from '../../access/workspace-scope.ts'
import { findAccountAddress } from '../../accounts/account.queries.ts'
import { actingAccount, type Ctx } from '../../platform/context.ts'
import { Refusal, refuseUnless } from '../../platform/errors.ts'
import { byAccount } from '../../platform/http/rate-limits.ts'
import { Reply, route } from '../../platform/http/route.ts'
import { readDomainHealth } from './domain-health.ts'
import { findEmailSettings } from './email-settings.queries.ts'
import {
  domainHealthReply,
  emailSettingsPatch,
  emailSettingsPut,
  emailSettingsReply,
  sendTestError,
  sendTestReply,
} from './email-settings.schema.ts'
import { sendTestMail } from './send-test-mail.ts'
import { DEFAULTS, putEmailSettings, tryEmailSettings } from './write-email-settings.ts'

const PATH = '/workspace/email-settings/'
const common = { tag: 'workspace', scope: workspaceScope, audience: 'session' } as const
const isOperator = (ctx: Ctx<unknown>) => actingAccount(ctx).isSuperuser
const limits = [byAccount('email_settings', (config) => config.throttleEmailSettingsRate)]
const probes = [byAccount('email_probe', (config) => config.throttleEmailProbeRate)]

/** Admins look; the operator, who answers for what leaves the machine, changes. */
export const emailSettingsRoutes = [
  route({
    ...common,
    method: 'GET',
    path: PATH,
    summary: 'How mail goes out; never the password',
    allow: isAdmin,
    limits,
    reply: emailSettingsReply,
    run: present,
  }),
  route({
    ...common,
    method: 'PUT',
    path: PATH,
    summary: 'Set how mail goes out; the server is tried before anything is stored',
    allow: isOperator,
    limits: probes,
    body: emailSettingsPut,
    consult: (ctx, body) => tryEmailSettings(ctx, body, true),
    reply: emailSettingsReply,
    run: async (ctx, { body }) => {
      await putEmailSettings(ctx, body, true)
      return present(ctx)
    },
  }),
  route({
    ...common,
    method: 'PATCH',
    path: PATH,
    summary: 'Change how mail goes out; the server is tried before anything is stored',
    allow: isOperator,
    limits: probes,
    body: emailSettingsPatch,
    consult: (ctx, body) => tryEmailSettings(ctx, body, false),
    reply: emailSettingsReply,
    run: async (ctx, { body }) => {
      await putEmailSettings(ctx, body, false)
      return present(ctx)
    },
  }),
  route({
    ...common,
    method: 'GET',
    path: `${PATH}health/`,
    summary: 'What the world reads of the domain that mail comes from',
    allow: isAdmin,
    limits: probes,
    reply: domainHealthReply,
    run: async (ctx) => {
      const row = await findEmailSettings(ctx)
      return readDomainHealth(row?.from_email ?? '', row?.dkim_selector ?? '')
    },
  }),
  route({
    ...common,
    method: 'POST',
    path: `${PATH}send-test/`,
    summary: 'Send a test message to the address of the caller',
    allow: isOperator,
    limits: probes,
    transaction: false,
    idempotency: { exempt: 'each is a test of its own' },
    reply: sendTestReply,
    otherReplies: { 502: { description: 'the mail server did not take it', schema: sendTestError } },
    run: async (ctx) => {
      const recipient = await findAccountAddress(ctx, actingAccount(ctx).id)
      refuseUnless(recipient, () => new Refusal(400, 'Your account has no mail address.'))
      const error = await sendTestMail(ctx, recipient)
      return error === null ? { sent: true, recipient } : new Reply(502, { sent: false, error })
    },
  }),
]

async function present(ctx: Ctx<unknown>) {
  const row = await findEmailSettings(ctx)
  const { appUrl, isAppUrlSet, smtpUrl } = ctx.services.config
  const { transport_mode, host, port, security, username } = row ?? DEFAULTS
  const { from_name, from_email, reply_to, dkim_selector, max_recipients, throttle_per_min } = row ?? DEFAULTS
  const isStored = transport_mode !== 'cloud'
  return {
    ...{ transport_mode, host, port, security, username, from_name, from_email, reply_to, dkim_selector },
    max_recipients,
    throttle_per_min,
    password_is_set: (row?.sealed_password ?? null) !== null,
    can_edit: isOperator(ctx),
    configured_via: isStored ? ('database' as const) : ('environment' as const),
    host_configured: isStored || smtpUrl !== null,
    frontend_base_url: appUrl,
    frontend_base_url_configured: isAppUrlSet,
  }
}
