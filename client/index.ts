/**
 * The API as a typed client: paths, parameters, bodies and replies are those of the published document, from which
 * `openapi-typescript` made `paths.ts` when the package was built.
 */
import createOpenApiClient, { type Client, type ClientOptions } from 'openapi-fetch'
import type { paths } from './paths.ts'

export type { components, operations, paths } from './paths.ts'

export interface SvcClientOptions extends ClientOptions {
  /** Where the service is, without the path of the API: `http://127.0.0.1:8000`. */
  baseUrl: string
  /** A session's access token or a long-lived one; a function is asked before every call. */
  token?: string | (() => string | Promise<string>)
}

export type SvcClient = Client<paths>

/** A client of one service. Calls give `data`, or `error` with the refusal, and `response`; they throw only when nobody answers. */
export function createClient({ token, ...options }: SvcClientOptions): SvcClient {
  const client = createOpenApiClient<paths>(options)
  if (token !== undefined) {
    client.use({
      async onRequest({ request }) {
        request.headers.set('Authorization', `Bearer ${typeof token === 'string' ? token : await token()}`)
        return request
      },
    })
  }
  return client
}
