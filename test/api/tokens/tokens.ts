import { Client } from '../../support/client.ts'
import type { TestApp, TestUser } from '../../support/start-app.ts'

/** The refusal a token caller gets, as part of a reply. */
export const POLICY = { refusal: { verdict: 'refused', reason: 'policy', constraint: 'capability_scope' } }
export const IDENTITY = { refusal: { verdict: 'refused', reason: 'identity', constraint: 'token_identity' } }

export function inDays(days: number, from = Date.now()): string {
  return new Date(from + days * 86_400_000).toISOString()
}

export interface MintedClient extends Client {
  readonly id: string
  readonly raw: string
  readonly prefix: string
}

/** Mints over HTTP and answers a client that carries the token. */
export async function mintClient(
  app: TestApp,
  user: TestUser,
  body: object = {},
  path = '/me/api-tokens/',
): Promise<MintedClient> {
  const minted = await user.post(path, { name: 'script', ...body })
  if (minted.status !== 201) throw new Error(minted.text)
  const { id, token, token_prefix } = minted.body
  return Object.assign(new Client(app.url, token), { id, raw: token, prefix: token_prefix })
}

export function mintAgent(app: TestApp, user: TestUser): Promise<MintedClient> {
  return mintClient(app, user, { scopes: ['mcp:read'], expires_at: inDays(30) })
}

/** A program with the user in a role, straight into the tables. */
export async function makeProgram(app: TestApp, user: TestUser, role = 300): Promise<string> {
  const rows = await app.sql<{ id: string }>(
    `insert into programs (id, name, code) values (gen_random_uuid(), 'Rollout', 'p' || substr(gen_random_uuid()::text, 1, 8)) returning id`,
  )
  const id = rows[0]?.id as string
  await app.sql(
    'insert into program_members (id, program_id, account_id, role) values (gen_random_uuid(), $1, $2, $3)',
    [id, user.account.id, role],
  )
  return id
}
