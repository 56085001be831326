import { actorId, type Ctx } from '../platform/context.ts'
import { AddressRefused, checkTarget } from '../platform/egress/guarded-fetch.ts'
import { fieldError } from '../platform/errors.ts'
import { newId, newSecret } from '../platform/ids.ts'
import { sealSecret } from '../platform/secrets-box.ts'
import { lockProject } from '../projects/project-lock.ts'
import {
  insertWebhook,
  loadWebhook,
  lockWebhook,
  projectsOfPlace,
  saveWebhook,
  type WebhookRow,
} from './webhook.queries.ts'
import type { WebhookInput, WebhookPatch } from './webhook.schema.ts'
import type { WebhookScope } from './webhook.scope.ts'

const MADE_SECRET_BYTES = 32

export const secretPurpose = (webhookId: string) => `webhook:${webhookId}`

/** Refuses an address that deliveries may never reach. One whose name is not known yet may be known by then. */
export async function refuseTarget(ctx: Ctx<unknown>, input: { readonly url?: string | undefined }): Promise<void> {
  if (input.url === undefined) return
  try {
    await checkTarget(ctx.services.config, input.url)
  } catch (error) {
    if (error instanceof AddressRefused) throw fieldError('url', 'This address is not allowed.')
    throw error
  }
}

export async function createWebhook(
  ctx: Ctx<WebhookScope>,
  input: WebhookInput,
): Promise<{ row: WebhookRow; secret: string }> {
  const { url, events, format = 'generic', is_active = true } = input
  const { scope, services } = ctx
  const id = newId()
  const secret = input.secret || newSecret(MADE_SECRET_BYTES)
  await waitForWrites(ctx)
  await insertWebhook(ctx, {
    id,
    project_id: scope.kind === 'project' ? scope.projectId : null,
    program_id: scope.kind === 'program' ? scope.programId : null,
    url,
    events,
    format,
    is_active,
    sealed_secret: sealSecret(services, secretPurpose(id), secret),
    created_at: services.clock.now(),
    created_by_id: actorId(ctx),
  })
  return { row: await loadWebhook(ctx, id), secret }
}

/** Switched on again it begins with a clean record; switched off by a person it keeps the one it has. */
export async function updateWebhook(ctx: Ctx<WebhookScope>, id: string, input: WebhookPatch): Promise<WebhookRow> {
  const stored = await lockWebhook(ctx, id)
  const { secret, ...values } = input
  if (values.is_active === true && !stored.is_active) await waitForWrites(ctx)
  await saveWebhook(ctx, id, {
    ...values,
    ...(secret && { sealed_secret: sealSecret(ctx.services, secretPurpose(id), secret) }),
    ...(values.is_active === true && CLEAN_RECORD),
  })
  return loadWebhook(ctx, id)
}

const CLEAN_RECORD = {
  consecutive_failures: 0,
  last_failure_at: null,
  last_failure_reason: '',
  disabled_at: null,
  disabled_reason: '',
}

/**
 * A write that has chosen its webhooks and not committed yet is waited for, so that whoever reads of an active webhook
 * can rely on hearing of every write that ends afterwards.
 */
async function waitForWrites(ctx: Ctx<WebhookScope>): Promise<void> {
  for (const projectId of await projectsOfPlace(ctx)) await lockProject(ctx, projectId)
}
