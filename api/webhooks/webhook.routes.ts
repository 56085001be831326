import { programScope } from '../access/program-scope.ts'
import { projectScope } from '../access/project-scope.ts'
import type { Ctx } from '../platform/context.ts'
import { presentCursorPage } from '../platform/http/cursor-paging.ts'
import { pageOf, presentPage } from '../platform/http/paging.ts'
import { type RawInput, type Route, route } from '../platform/http/route.ts'
import { presentDelivery } from './deliveries/delivery.present.ts'
import { pageDeliveries } from './deliveries/delivery.queries.ts'
import { pingWebhook } from './deliveries/ping-webhook.ts'
import { redeliver } from './deliveries/redeliver.ts'
import { managesWebhooks } from './webhook.policy.ts'
import { presentWebhook } from './webhook.present.ts'
import { deleteWebhook, loadWebhook, pageWebhooks } from './webhook.queries.ts'
import {
  createdWebhookReply,
  deliveriesQuery,
  deliveriesReply,
  listWebhooksQuery,
  queuedDeliveryReply,
  webhookBody,
  webhookPatch,
  webhookReplacement,
  webhookReply,
} from './webhook.schema.ts'
import type { WebhookScope } from './webhook.scope.ts'
import { createWebhook, refuseTarget, updateWebhook } from './write-webhook.ts'

const tag = 'webhooks'

interface Place {
  /** Path of the project or program. */
  readonly path: string
  readonly called: string
  readonly scope: (ctx: Ctx, raw: RawInput) => Promise<WebhookScope>
}

type Params = Readonly<Record<string, string>>
const idOf = (params: Params) => params.webhookId as string

function listPath({ scope }: Ctx<WebhookScope>): string {
  const owner = scope.kind === 'project' ? `/projects/${scope.projectId}` : `/programs/${scope.programId}`
  return `${owner}/webhooks/`
}

function webhookRoutesOf({ path, called, scope }: Place): Route[] {
  const asked = { tag, scope }
  const changing = { ...asked, allow: managesWebhooks }
  const list = `${path}webhooks/`
  const one = `${list}{webhookId}/`
  return [
    route({
      method: 'GET',
      path: list,
      ...asked,
      summary: `Webhooks of ${called}`,
      query: listWebhooksQuery,
      reply: pageOf(webhookReply),
      run: async (ctx, { query }) => {
        const page = await pageWebhooks(ctx, query)
        const results = page.results.map(presentWebhook)
        return presentPage({ ...page, results }, ctx.services.config, listPath(ctx), query)
      },
    }),
    route({
      method: 'POST',
      path: list,
      ...changing,
      summary: `Add a webhook to ${called}; its secret is shown this once`,
      idempotency: { exempt: 'the reply holds a secret that is shown once' },
      holdsSecret: true,
      body: webhookBody,
      consult: (ctx, body) => refuseTarget(ctx, body),
      status: 201,
      reply: createdWebhookReply,
      run: async (ctx, { body }) => {
        const { row, secret } = await createWebhook(ctx, body)
        return { ...presentWebhook(row), secret }
      },
    }),
    route({
      method: 'GET',
      path: one,
      ...asked,
      summary: `Read a webhook of ${called}`,
      reply: webhookReply,
      run: (ctx, { params }) => loadWebhook(ctx, idOf(params)),
      present: presentWebhook,
    }),
    route({
      method: 'PUT',
      path: one,
      ...changing,
      summary: `Replace a webhook of ${called}; fields left out stay as they are`,
      body: webhookReplacement,
      consult: (ctx, body) => refuseTarget(ctx, body),
      reply: webhookReply,
      run: (ctx, { params, body }) => updateWebhook(ctx, idOf(params), body),
      present: presentWebhook,
    }),
    route({
      method: 'PATCH',
      path: one,
      ...changing,
      summary: `Change the fields sent of a webhook of ${called}; switched on again it starts with a clean record`,
      body: webhookPatch,
      consult: (ctx, body) => refuseTarget(ctx, body),
      reply: webhookReply,
      run: (ctx, { params, body }) => updateWebhook(ctx, idOf(params), body),
      present: presentWebhook,
    }),
    route({
      method: 'DELETE',
      path: one,
      ...changing,
      summary: `Remove a webhook of ${called} with its deliveries`,
      status: 204,
      run: (ctx, { params }) => deleteWebhook(ctx, idOf(params)),
    }),
  ]
}

/** What a webhook of the place sent, and sending something now. */
function deliveryRoutesOf({ path, called, scope }: Place): Route[] {
  const one = `${path}webhooks/{webhookId}/`
  const managing = { tag, scope, allow: managesWebhooks }
  return [
    route({
      method: 'POST',
      path: `${one}test/`,
      ...managing,
      summary: `Send a ping through a webhook of ${called}`,
      ignoresInput: 'a ping says nothing but which webhook it came through',
      status: 202,
      reply: queuedDeliveryReply,
      run: async (ctx, { params }) => ({ delivery_id: await pingWebhook(ctx, idOf(params)) }),
    }),
    route({
      method: 'GET',
      path: `${one}deliveries/`,
      ...managing,
      summary: `What a webhook of ${called} sent, newest first`,
      query: deliveriesQuery,
      reply: deliveriesReply,
      run: async (ctx, { params, query }) => {
        const { id } = await loadWebhook(ctx, idOf(params))
        const page = await pageDeliveries(ctx, id, query)
        const shown = { ...page, results: page.results.map(presentDelivery) }
        return presentCursorPage(shown, ctx.services.config, `${listPath(ctx)}${id}/deliveries/`, query)
      },
    }),
    route({
      method: 'POST',
      path: `${one}deliveries/{deliveryId}/redeliver/`,
      ...managing,
      summary: `Send a delivery of a webhook of ${called} again: the same id, number and bytes`,
      ignoresInput: 'what is sent is what was recorded',
      status: 202,
      reply: queuedDeliveryReply,
      run: async (ctx, { params }) => ({
        delivery_id: await redeliver(ctx, idOf(params), params.deliveryId as string),
      }),
    }),
  ]
}

const PLACES: readonly Place[] = [
  { path: '/projects/{id}/', called: 'a project', scope: projectScope() },
  { path: '/programs/{id}/', called: 'a program', scope: programScope() },
]

export const webhookRoutes: readonly Route[] = PLACES.flatMap((place) => [
  ...webhookRoutesOf(place),
  ...deliveryRoutesOf(place),
])
