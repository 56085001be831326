import { defineHook } from '../platform/hooks.ts'
import type { LinkRow } from './link.queries.ts'
import type { Provider } from './resolve-provider.ts'

export interface LinkedThing {
  readonly url: string
  readonly provider: Provider
}

/** What the other side says of the thing that a link leads to. */
export interface LinkPreview
  extends Pick<LinkRow, 'title' | 'status' | 'description' | 'thumbnail_url' | 'preview_type' | 'provider'> {
  /** Whose credential of the caller was shown; null where none was needed. */
  readonly credential: string | null
}

/** Asks the system that a link leads to, with the caller's credential where it needs one; before a transaction is open. */
export const askLinked = defineHook<LinkedThing, LinkPreview>('what a link leads to')

/** A credential of the caller was used. */
export const noteCredentialUse = defineHook<{ readonly provider: string }>('a credential was used')
