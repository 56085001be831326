import { instantText } from '../platform/db/sql.ts'
import type { ShareLink } from './share-link.entity.ts'

export interface ListedLink {
  readonly link: ShareLink
  /** Display name of whoever made it; null when the account is gone. */
  readonly createdBy: string | null
}

export function presentLink({ link, createdBy }: ListedLink, now: Date): object {
  const isExpired = link.expires_at != null && link.expires_at <= now
  return {
    id: link.id,
    content_kind: link.content_kind,
    token_prefix: link.token_prefix,
    label: link.label,
    show_assignees: link.show_assignees,
    show_milestone_dates: link.show_milestone_dates,
    ...(link.show_forecast ? { show_forecast: true as const } : {}),
    created_by: createdBy,
    created_at: instantText(link.created_at),
    expires_at: instantText(link.expires_at),
    revoked_at: instantText(link.revoked_at),
    access_count: Number(link.access_count),
    last_accessed_at: instantText(link.last_accessed_at),
    is_active: link.revoked_at == null && !isExpired,
    is_expired: isExpired,
  }
}

/** A path of the client, which puts its own origin before it. */
export function sharePath(link: ShareLink, token: string): string {
  return `/share/${link.content_kind}/${token}`
}
