import type { Ctx } from '../platform/context.ts'
import { instantText } from '../platform/db/sql.ts'
import { fieldError } from '../platform/errors.ts'
import { isUuid } from '../platform/ids.ts'
import { type AssetRow, type FeedArea, type FeedPlace, listAssets } from './asset.queries.ts'
import type { FeedQuery } from './asset.schema.ts'

const DEFAULT_SIZE = 50
const MAX_SIZE = 100

/** Files and links, the newest first. */
export async function readFeed(ctx: Ctx<unknown>, area: FeedArea, query: FeedQuery) {
  const asked = Number(query.page_size)
  const size = Number.isSafeInteger(asked) && asked > 0 ? Math.min(asked, MAX_SIZE) : DEFAULT_SIZE
  const after = query.cursor === undefined || query.cursor === '' ? null : placeOf(query.cursor)
  const rows = await listAssets(ctx, area, query, { after, limit: size + 1 })
  const shown = rows.slice(0, size)
  const last = shown.at(-1)
  return {
    results: shown.map(presentAsset),
    next_cursor: rows.length > size && last ? cursorOf(last) : null,
  }
}

function cursorOf({ added_at, kind, id }: AssetRow): string {
  const place: [string, number, string] = [added_at, kind === 'file' ? 0 : 1, id]
  return Buffer.from(JSON.stringify(place), 'utf8').toString('base64url')
}

/** A cursor that nobody was given is told as such. */
function placeOf(cursor: string): FeedPlace {
  try {
    const [at, rank, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as unknown[]
    const isInstant = typeof at === 'string' && /^[\d :.+TZ-]{10,40}$/.test(at) && Number.isFinite(Date.parse(at))
    if (isInstant && (rank === 0 || rank === 1) && typeof id === 'string' && isUuid(id)) return { at, rank, id }
  } catch {
    // Told below.
  }
  throw fieldError('cursor', 'This cursor is not one that was given out.')
}

function presentAsset(row: AssetRow) {
  const { project_id, task_id, program_id, added_by_id } = row
  const file = `/api/v1/projects/${project_id}/tasks/${task_id}/attachments/${row.id}/signed-url/`
  return {
    kind: row.kind,
    id: row.id,
    title: row.title,
    url: row.url,
    download_url: row.has_file ? file : null,
    provider: row.provider,
    status: row.status,
    preview_type: row.preview_type,
    labels: row.labels,
    task: { id: task_id, name: row.task_name },
    project: { id: project_id, name: row.project_name },
    program: program_id === null ? null : { id: program_id, name: row.program_name },
    added_by: added_by_id === null ? null : { id: added_by_id, display_name: row.added_by_name ?? '' },
    added_at: instantText(row.added_at),
  }
}
