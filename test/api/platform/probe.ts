import { readdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Clock } from '../../../api/platform/clock.ts'
import { fieldError, Refusal } from '../../../api/platform/errors.ts'
import { byAccount, byIp } from '../../../api/platform/http/rate-limits.ts'
import { Reply, type Route, route } from '../../../api/platform/http/route.ts'
import { startApi } from '../../../api/server/main.ts'
import { routes } from '../../../api/server/routes.ts'
import { Client } from '../../support/client.ts'
import { sql } from '../../support/sql.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

/** What the probe routes do is steered from outside, so that a test can break them at will. */
export interface Steering {
  isAllowed: boolean
  /** Called in a keyed write after its row is made; throws, waits, or answers otherwise. */
  inWrite: (text: string) => Promise<Reply | undefined>
}

export interface Probe {
  readonly app: TestApp
  readonly url: string
  readonly steering: Steering
  as(client: Client): Client
  notes(): Promise<string[]>
  /** Files that an upload has left behind. */
  uploads(): string[]
}

const note = z.object({ text: z.string().max(20_000) })

const nested = z.object({
  name: z.string().min(2),
  tags: z.array(z.string().max(3)).max(4).optional(),
  owner: z.object({ id: z.guid(), share: z.number().max(1) }).optional(),
  rows: z
    .array(z.object({ title: z.string(), days: z.int().min(0) }))
    .max(3)
    .optional(),
  span: z
    .object({ from: z.int(), to: z.int() })
    .refine(({ from, to }) => from <= to, 'Ends before it starts')
    .optional(),
  either: z
    .union([z.object({ kind: z.literal('a'), a: z.int() }), z.object({ kind: z.literal('b'), b: z.int() })])
    .optional(),
})

function probeRoutes(steering: Steering): Route[] {
  const probe = { tag: 'probe', summary: 'For tests' }
  return [
    route({
      ...probe,
      method: 'POST',
      path: '/probe/notes/',
      allow: () => steering.isAllowed,
      body: note,
      status: 201,
      run: async (ctx, { body }) => {
        const [row] = await sql<{ id: number }>(ctx, 'insert into probe_notes (text) values ($1) returning id', [
          body.text,
        ])
        const other = await steering.inWrite(body.text)
        return (
          other ?? new Reply(201, { z: 1, id: row?.id, a: body.text }, { Location: `/api/v1/probe/notes/${row?.id}/` })
        )
      },
    }),
    route({
      ...probe,
      method: 'POST',
      path: '/probe/secrets/',
      idempotency: { exempt: 'issues a one-time secret' },
      body: note,
      run: async (ctx, { body }) => {
        await sql(ctx, 'insert into probe_notes (text) values ($1)', [body.text])
        return { secret: Math.random() }
      },
    }),
    route({ ...probe, method: 'POST', path: '/probe/nested/', body: nested, run: async (_ctx, { body }) => body }),
    route({
      ...probe,
      method: 'POST',
      path: '/probe/deep/',
      maxBodyDepth: 64,
      body: z.looseObject({}),
      run: async () => ({ ok: true }),
    }),
    route({ ...probe, method: 'GET', path: '/probe/items/{id}/', run: async (_ctx, { params }) => params }),
    route({ ...probe, method: 'PUT', path: '/probe/items/{id}/', body: note, run: async (_ctx, { body }) => body }),
    route({ ...probe, method: 'DELETE', path: '/probe/items/{id}/', status: 204, run: async () => undefined }),
    route({
      ...probe,
      method: 'GET',
      path: '/probe/slugs/{slug}/',
      params: z.object({ slug: z.string() }),
      query: z.object({ q: z.string().optional() }),
      run: async (_ctx, { params, query }) => ({ slug: params.slug, q: query.q ?? null }),
    }),
    route({
      ...probe,
      method: 'POST',
      path: '/probe/upload/',
      upload: { field: 'file', maxBytes: () => 100_000, required: true },
      idempotency: { exempt: 'an upload' },
      run: async (_ctx, { upload }) => {
        if (upload?.fields.refuse) throw fieldError('refuse', 'As asked.')
        return { name: upload?.file?.fileName, size: upload?.file?.sizeBytes, fields: { ...upload?.fields } }
      },
    }),
    route({
      ...probe,
      method: 'GET',
      path: '/probe/bug/',
      audience: 'public',
      limits: [],
      run: () => Promise.reject(new Error('a bug with sql inside')),
    }),
    route({
      ...probe,
      method: 'GET',
      path: '/probe/failures/{kind}/',
      audience: 'public',
      limits: [],
      params: z.object({ kind: z.string() }),
      run: async (ctx, { params }) => {
        if (params.kind === 'late') throw AbortSignal.timeout(0).reason ?? (await lateReason())
        if (params.kind === 'refused')
          throw new Refusal(409, 'No.', { code: 'some_code', extra: { reference_count: 2 } })
        if (params.kind === 'cast') return sql(ctx, `select 'x'::uuid`)
        if (params.kind === 'slow') return sql(ctx, `select pg_sleep(3)`)
        if (params.kind === 'away') throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
        if (params.kind === 'full') throw Object.assign(new Error('write'), { code: 'ENOSPC' })
        return { fine: true }
      },
    }),
    route({
      ...probe,
      method: 'POST',
      path: '/probe/after-commit/',
      run: async (ctx) => {
        ctx.afterCommit.push(() => {
          throw new Error('too late to matter')
        })
        return { done: true }
      },
    }),
    route({
      ...probe,
      method: 'GET',
      path: '/probe/limited/',
      audience: 'public',
      limits: [byIp('probe', () => ({ limit: 3, windowSeconds: 60 }))],
      run: async () => ({}),
    }),
    route({
      ...probe,
      method: 'GET',
      path: '/probe/mine/',
      limits: [byAccount('mine', () => ({ limit: 3, windowSeconds: 2 }))],
      run: async () => ({}),
    }),
    route({ ...probe, method: 'GET', path: '/probe/open/', audience: 'public', run: async () => ({}) }),
    route({ ...probe, method: 'GET', path: '/probe/general/', run: async () => ({}) }),
  ]
}

async function lateReason(): Promise<unknown> {
  const signal = AbortSignal.timeout(1)
  await sleep(20)
  return signal.reason
}

/** The application with routes that exist for tests only, beside its own. */
export async function startProbe(
  t: { teardown: (work: () => Promise<void>) => void },
  options: { env?: Record<string, string>; clock?: Clock } = {},
): Promise<Probe> {
  const app = await startApp(t, {
    ...options,
    env: { SVC_LOG_LEVEL: 'critical', SVC_CHECK_REPLIES: 'false', ...options.env },
  })
  const steering: Steering = { isAllowed: true, inWrite: async () => undefined }
  const config = { ...app.services.config, port: 0 }
  const api = await startApi(app.services, config, [...routes, ...probeRoutes(steering)])
  await app.sql('create table probe_notes (id serial primary key, text text)')
  t.teardown(() => api.close())
  return {
    app,
    url: api.address,
    steering,
    as: (client) => new Client(api.address, client.token),
    notes: async () =>
      (await app.sql<{ text: string }>('select text from probe_notes order by id')).map((row) => row.text),
    uploads() {
      try {
        return readdirSync(path.join(app.services.config.dataDir, 'uploads'))
      } catch {
        return []
      }
    },
  }
}
