import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import type { RawInput } from '../platform/http/route.ts'
import { isUuid } from '../platform/ids.ts'
import { canReadLink, canSeeEnd, type LinkEnds } from './dependency.policy.ts'
import { type DependencyRow, loadDependency } from './dependency.queries.ts'
import { findLinkEnds, type LinkEnd } from './link-end.queries.ts'

/** A stored link with both its ends. */
export interface LinkScope extends LinkEnds {
  readonly kind: 'link'
  readonly link: DependencyRow
  /** Archived on either side: the link cannot be written. */
  readonly isReadOnly: boolean
}

/** The ends a new link names, as far as the caller can see them. */
export interface NewLinkScope {
  readonly kind: 'new link'
  readonly predecessor: LinkEnd | null
  readonly successor: LinkEnd | null
  readonly isReadOnly: boolean
}

export async function linkScope(ctx: Ctx<unknown>, raw: RawInput): Promise<LinkScope> {
  const link = await loadDependency(ctx, raw.params.id ?? '')
  const ends = await findLinkEnds(ctx, [link.predecessor_id, link.successor_id])
  const predecessor = ends.get(link.predecessor_id)
  const successor = ends.get(link.successor_id)
  if (!predecessor || !successor || !canReadLink(ctx, { predecessor, successor })) throw notFound()
  return { kind: 'link', link, predecessor, successor, isReadOnly: predecessor.is_archived || successor.is_archived }
}

/** Absent and hidden tasks look alike: both are left out here and refused on their field later. */
export async function newLinkScope(ctx: Ctx<unknown>, raw: RawInput): Promise<NewLinkScope> {
  const body = raw.body as { predecessor?: unknown; successor?: unknown } | null | undefined
  const given = [body?.predecessor, body?.successor].map((id) => (typeof id === 'string' ? id.toLowerCase() : ''))
  const ends = await findVisibleEnds(ctx, given)
  const predecessor = ends.get(given[0] as string) ?? null
  const successor = ends.get(given[1] as string) ?? null
  const isReadOnly = predecessor?.is_archived === true || successor?.is_archived === true
  return { kind: 'new link', predecessor, successor, isReadOnly }
}

export async function findVisibleEnds(ctx: Ctx<unknown>, taskIds: readonly string[]): Promise<Map<string, LinkEnd>> {
  const ids = taskIds.filter(isUuid)
  if (ids.length === 0) return new Map()
  const ends = await findLinkEnds(ctx, ids)
  return new Map([...ends].filter(([, end]) => canSeeEnd(ctx, end)))
}
