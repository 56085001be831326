import { Client } from '../../support/client.ts'
import { makeProject } from '../../support/projects.ts'
import type { TestApp, TestUser } from '../../support/start-app.ts'

export interface SharedLink {
  readonly id: string
  readonly token: string
  /** Of the public route under /api/v1. */
  readonly path: string
}

/** A project that may be shared. */
export async function makeShareable(user: TestUser, more: object = {}): Promise<{ id: string; code: string }> {
  return makeProject(user, { public_sharing: true, ...more })
}

export async function share(user: TestUser, projectId: string, body: object = {}): Promise<SharedLink> {
  const minted = await user.post(`/projects/${projectId}/share-links/`, body)
  if (minted.status !== 201) throw new Error(minted.text)
  const { id, token, share_path } = minted.body
  return { id, token, path: `${share_path}/` }
}

export function stranger(app: TestApp): Client {
  return new Client(app.url, null)
}

/** Names of the fields anywhere inside a payload. */
export function fieldNames(value: unknown): string[] {
  if (value === null || typeof value !== 'object') return []
  const inside = Object.values(value).flatMap(fieldNames)
  return [...new Set(Array.isArray(value) ? inside : [...Object.keys(value), ...inside])]
}
