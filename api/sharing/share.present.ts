import { instantText } from '../platform/db/sql.ts'
import type { ShareLink } from './share-link.entity.ts'

export interface ListedLink {
  readonly link: ShareLink
  /** Display name of whoever made it; null when the account is gone. */
  readonly createdBy: string | null
}

export function presentLink({ link, createdBy }: ListedLink, now: Date): object {
  const isExpired = link.expiresAt != null && link.expiresAt <= now
  return {
    id: link.id,
    content_kind: link.contentKind,
    token_prefix: link.tokenPrefix,
    label: link.label,
    show_assignees: link.showAssignees,
    show_milestone_dates: link.showMilestoneDates,
    created_by: createdBy,
    created_at: instantText(link.createdAt),
    expires_at: instantText(link.expiresAt),
    revoked_at: instantText(link.revokedAt),
    access_count: Number(link.accessCount),
    last_accessed_at: instantText(link.lastAccessedAt),
    is_active: link.revokedAt == null && !isExpired,
    is_expired: isExpired,
  }
}

export function sharePath(link: ShareLink, token: string): string {
  return `/api/v1/share/${link.contentKind}/${token}/`
}
