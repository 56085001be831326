// What a request says: its body and its query, before anything is validated.

import type { IncomingMessage } from 'node:http'
import type Koa from 'koa'
import type { Ctx } from '../../context.ts'
import { Refusal } from '../../errors.ts'
import type { Route } from '../route.ts'
import { isCleanText, parseJsonBody, refuseOtherThanObject } from './json-body.ts'
import { isJson, readBody } from './read-body.ts'
import { readJsonFile } from './read-upload.ts'

const DEFAULT_MAX_BODY_BYTES = 1024 * 1024
const DEFAULT_MAX_BODY_DEPTH = 32
const NO_BYTES = Buffer.alloc(0)

/** The body in memory. A multipart one stays unread until it is known where its file goes. */
export async function bytesOf(request: IncomingMessage, route: Route, ctx: Ctx): Promise<Buffer> {
  if (route.ignoresInput !== undefined) return NO_BYTES
  if (!route.upload) return readBody(request, route.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES)
  if (!isJson(request)) return NO_BYTES
  return route.upload.orJson
    ? readJsonFile(request, { ...route.upload, maxBytes: route.upload.maxBytes(ctx) })
    : readBody(request, DEFAULT_MAX_BODY_BYTES)
}

/** The body, or why it cannot be read. */
export function readJson(request: IncomingMessage, route: Route, bytes: Buffer): { body: unknown; fault: unknown } {
  try {
    return { body: jsonBody(request, route, bytes), fault: null }
  } catch (fault) {
    return { body: undefined, fault }
  }
}

function jsonBody(request: IncomingMessage, route: Route, bytes: Buffer): unknown {
  if (route.takesBytes) return bytes
  if (bytes.length === 0) return undefined
  if (route.upload) return refuseOtherThanObject(bytes)
  if (route.body && !isJson(request)) throw new Refusal(415, 'Send the body as application/json.')
  return isJson(request) ? parseJsonBody(bytes, route.maxBodyDepth ?? DEFAULT_MAX_BODY_DEPTH) : undefined
}

export function queryRecord(koa: Koa.Context, route: Route): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null)
  if (route.ignoresInput !== undefined) return query
  for (const [key, value] of new URLSearchParams(koa.querystring)) {
    if (route.malformedQuery === 'ignored' && !isCleanText(key + value)) continue
    if (!isCleanText(key)) throw new Refusal(400, 'A query parameter is malformed.')
    if (!isCleanText(value)) throw new Refusal(400, `The query parameter ${key} is malformed.`)
    const known = query[key]
    query[key] = known === undefined ? value : [...(Array.isArray(known) ? known : [known]), value]
  }
  return query
}
