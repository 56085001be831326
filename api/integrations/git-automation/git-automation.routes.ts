import { randomBytes } from 'node:crypto'
import { type ProjectScope, projectScope } from '../../access/project-scope.ts'
import { atLeast, ROLE } from '../../access/roles.ts'
import type { Ctx } from '../../platform/context.ts'
import { instantText } from '../../platform/db/sql.ts'
import { byAccount, byIp } from '../../platform/http/rate-limits.ts'
import { route } from '../../platform/http/route.ts'
import { sealSecret } from '../../platform/secrets-box.ts'
import { findAutomation, type GitAutomationRow, saveAutomation } from './git-automation.queries.ts'
import { gitAutomationBody, gitAutomationReply, gitDeliveryReply, gitSecretReply } from './git-automation.schema.ts'
import { gitPurpose } from './judge-delivery.ts'
import { receiveDelivery } from './receive-delivery.ts'

const ROOT = '/integrations/projects/{id}/'
const SETTINGS = `${ROOT}git-automation/`
const SECRET_BYTES = 32
const MAX_DELIVERY_BYTES = 1_000_000

const managed = {
  tag: 'integrations',
  scope: projectScope(),
  allow: (ctx: Ctx<ProjectScope>) => atLeast(ctx.scope.role, ROLE.manager),
}

function webhookUrl({ services, scope }: Ctx<ProjectScope>): string {
  return `${services.config.publicUrl}/api/v1/integrations/projects/${scope.projectId}/git-webhook/`
}

/** What is set, or what holds where nobody has set anything. */
function present(row: GitAutomationRow | undefined, ctx: Ctx<ProjectScope>) {
  return {
    enabled: row?.enabled ?? false,
    secret_set: row !== undefined && row.sealed_secret !== null,
    webhook_url: webhookUrl(ctx),
    configured_by: row?.configured_by_id ?? null,
    secret_set_at: instantText(row?.secret_set_at ?? null),
    updated_at: instantText(row?.updated_at ?? null),
    last_delivery_at: instantText(row?.last_delivery_at ?? null),
    last_delivery_outcome: row?.last_delivery_outcome ?? '',
    last_delivery_provider: row?.last_delivery_provider ?? '',
    last_refusal_at: instantText(row?.last_refusal_at ?? null),
    last_refusal_outcome: row?.last_refusal_outcome ?? '',
    last_refusal_provider: row?.last_refusal_provider ?? '',
  }
}

/** A new secret; the one before is worth nothing from now on. */
async function rotateSecret(ctx: Ctx<ProjectScope>) {
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  const { secret_set_at: at } = await saveAutomation(ctx, {
    sealed_secret: sealSecret(ctx.services, gitPurpose(ctx.scope.projectId), secret),
    secret_set_at: ctx.services.clock.now(),
  })
  return { secret, webhook_url: webhookUrl(ctx), secret_set_at: instantText(at) }
}

export const gitAutomationRoutes = [
  route({
    method: 'GET',
    path: SETTINGS,
    ...managed,
    summary: 'Whether requests of the code move tasks, and what came in last',
    reply: gitAutomationReply,
    run: (ctx) => findAutomation(ctx, ctx.scope.projectId),
    present,
  }),
  route({
    method: 'PUT',
    path: SETTINGS,
    ...managed,
    summary: 'Switch the automation on or off',
    idempotency: { exempt: 'the same again sets the same' },
    body: gitAutomationBody,
    reply: gitAutomationReply,
    run: (ctx, { body }) => saveAutomation(ctx, body),
    present,
  }),
  route({
    method: 'POST',
    path: `${SETTINGS}rotate-secret/`,
    ...managed,
    summary: 'A new secret for the webhook of the provider; it is shown this once',
    limits: [byAccount('credential_rotate', (config) => config.throttleCredentialRotateRate)],
    idempotency: { exempt: 'the reply holds a secret that is shown once' },
    holdsSecret: true,
    status: 201,
    reply: gitSecretReply,
    run: rotateSecret,
  }),
  route({
    method: 'POST',
    path: `${ROOT}git-webhook/`,
    tag: 'integrations',
    summary: 'Where GitHub and GitLab tell of requests, signed with the secret of the project',
    audience: 'public',
    takesBytes: true,
    maxBodyBytes: MAX_DELIVERY_BYTES,
    limits: [
      byIp('git_webhook_ip', (config) => config.throttleGitWebhookIpRate),
      {
        name: 'git_webhook_project',
        rate: (config) => config.throttleGitWebhookProjectRate,
        key: (_ctx, { params }) => params.id ?? null,
      },
    ],
    idempotency: { exempt: 'a repeated delivery is known by its own key' },
    // What was refused is written down although the reply is an error.
    transaction: false,
    reply: gitDeliveryReply,
    otherReplies: { 413: { description: 'larger than 1 MB' } },
    run: (ctx, { params, sent }) => receiveDelivery(ctx, params.id as string, sent as Buffer),
  }),
]
