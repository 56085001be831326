import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { Answer, Ask } from '../../agents/ask.ts'
import { makeServer } from '../../agents/make-server.ts'
import { UsageError } from '../usage-error.ts'
import { parseOptions } from '../words/parse-options.ts'
import { mcpWords } from '../words/service-words.ts'

const DEFAULT_URL = 'http://127.0.0.1:8000'
const REQUEST_MS = 30_000

/**
 * `svc mcp`: answers an agent on this machine over standard input and output, by reads of a running service. Ends with its
 * input; a token that the service does not take ends it at once.
 */
export async function run(args: string[]): Promise<number> {
  const { values } = parseOptions(args, mcpWords)
  const token = values.token ?? process.env.SVC_API_TOKEN ?? process.env.SVC_TOKEN
  if (!token) throw new UsageError('mcp needs a token: --token or SVC_API_TOKEN')
  const ask = askService(values.url ?? process.env.SVC_API_URL ?? process.env.SVC_URL ?? DEFAULT_URL, token)
  const { status, body } = await ask('/auth/me/')
  if (status !== 200) {
    process.stderr.write(`The service does not take the token (${status}): ${body?.detail ?? 'no answer'}\n`)
    return 2
  }
  const server = makeServer(ask, process.env.npm_package_version ?? '0')
  const { promise, resolve } = Promise.withResolvers<number>()
  process.stdin.once('end', () => resolve(0)).once('close', () => resolve(0))
  await server.connect(new StdioServerTransport())
  const code = await promise
  await server.close()
  return code
}

/** Reads of a running service. A redirect is no answer: the token must not follow it elsewhere. */
function askService(url: string, token: string): Ask {
  const root = `${url.replace(/\/+$/, '')}/api/v1`
  return async (path): Promise<Answer> => {
    try {
      const response = await fetch(`${root}${path}`, {
        redirect: 'manual',
        headers: { Authorization: `Bearer ${token}`, 'X-Source': 'mcp' },
        signal: AbortSignal.timeout(REQUEST_MS),
      })
      return { status: response.status, body: parse(await response.text()) }
    } catch (error) {
      const { message, cause } = error as Error & { cause?: { code?: string } }
      return { status: 503, body: { detail: `The service cannot be reached: ${cause?.code ?? message}` } }
    }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
