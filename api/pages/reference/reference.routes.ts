import { z } from 'zod'
import { documentNames, documentSchema } from '../../../importers/document-schemas/document-schemas.ts'
import { entityTag, isUnchanged } from '../../pictures/page.ts'
import type { Ctx } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { openApiDocument } from '../../platform/http/openapi/openapi.ts'
import { Reply, type Route, route } from '../../platform/http/route.ts'
import type { Config } from '../../platform/settings/config.ts'
import { asyncApiDocument } from '../asyncapi.ts'
import { readGuide } from './read-guide.ts'
import { referencePage } from './reference-page.ts'

interface Document {
  readonly bytes: Buffer
  readonly headers: Readonly<Record<string, string>>
  readonly etag: string
}

/**
 * The published reference: the OpenAPI document and the page that shows it. `routes` is asked at the first request,
 * because the table it describes contains these routes too.
 */
export function referenceRoutes(routes: () => readonly Route[]): readonly Route[] {
  const schema = once((config: Config) => jsonDocument(openApiDocument(routes(), { ...config, guide: readGuide() })))
  const events = once((config: Config) => jsonDocument(asyncApiDocument(config)))
  const page = referencePage()
  const documents = once(
    () => new Map<string, Document>(documentNames.map((name) => [name, jsonDocument(documentSchema(name))])),
  )
  const notModified = { 304: { description: 'Unchanged since the `ETag` sent in `If-None-Match`.' } }
  return [
    route({
      method: 'GET',
      path: '/schema/',
      tag: 'operations',
      summary: 'This API as an OpenAPI 3.1 document',
      audience: 'public',
      reply: z.looseObject({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) }),
      otherReplies: notModified,
      run: async (ctx) => answer(ctx, schema(ctx.services.config)),
    }),
    route({
      method: 'GET',
      path: '/asyncapi/',
      tag: 'operations',
      summary: 'Its sockets and webhooks as an AsyncAPI 3 document',
      audience: 'public',
      reply: z.looseObject({ asyncapi: z.string(), channels: z.record(z.string(), z.unknown()) }),
      otherReplies: notModified,
      run: async (ctx) => answer(ctx, events(ctx.services.config)),
    }),
    route({
      method: 'GET',
      path: '/document-schemas/{name}/',
      tag: 'operations',
      summary: 'The JSON Schema of a document: svc-plan-1, seed-1.0, seed-2.0 or import-receipt',
      audience: 'public',
      params: z.object({ name: z.string() }),
      reply: z.looseObject({ $schema: z.string(), $id: z.string(), title: z.string() }),
      otherReplies: notModified,
      run: async (ctx, { params }) => {
        const schema = documents(ctx.services.config).get(params.name)
        if (schema === undefined) throw notFound()
        return answer(ctx, schema)
      },
    }),
    route({
      method: 'GET',
      path: '/docs/',
      tag: 'operations',
      summary: 'This API as a page to read and to try (HTML)',
      produces: ['text/html'],
      audience: 'public',
      otherReplies: notModified,
      run: async (ctx) => answer(ctx, page),
    }),
  ]
}

function jsonDocument(document: object): Document {
  const bytes = Buffer.from(JSON.stringify(document))
  const etag = entityTag(bytes)
  const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-cache', ETag: etag }
  return { bytes, etag, headers }
}

function answer(ctx: Ctx, document: Document): Reply {
  const { etag, headers, bytes } = document
  if (!isUnchanged(ctx.caller.header('if-none-match'), etag)) return new Reply(200, bytes, { ...headers })
  return new Reply(304, undefined, { ETag: etag, 'Cache-Control': 'no-cache' })
}

/** One result a configuration: a process has one, tests have several. */
function once<T>(make: (config: Config) => T): (config: Config) => T {
  const made = new WeakMap<Config, { value: T }>()
  return (config) => {
    const known = made.get(config)
    if (known) return known.value
    const value = make(config)
    made.set(config, { value })
    return value
  }
}
