import { presentTag } from '../skills/tag.queries.ts'
import type { ResourceView } from './resource.queries.ts'
import { isMe, type Viewer } from './viewer.ts'

/** An e-mail address that is withheld is absent, not null. */
export function presentResource({ row, skills }: ResourceView, viewer: Viewer): object {
  const isOwn = isMe(viewer, row.email)
  return {
    id: row.id,
    server_version: row.server_version,
    name: row.name,
    ...(viewer.isAdmin || isOwn ? { email: row.email } : {}),
    job_role: row.job_role,
    calendar: row.calendar_id,
    max_units: row.max_units,
    skills: skills.map(presentTag),
    is_me: isOwn,
    ...(viewer.isAdmin ? { is_deleted: row.is_deleted } : {}),
  }
}
