import { instantText } from '../platform/db/sql.ts'
import type { CommentRow } from './comment.queries.ts'
import type { Comment } from './comment.schema.ts'

export function presentComment({ task_id, parent_id, ...row }: CommentRow): Comment {
  return {
    ...row,
    task: task_id,
    parent: parent_id,
    body: row.is_deleted ? '' : row.body,
    edited_at: instantText(row.edited_at),
    created_at: instantText(row.created_at) as string,
    deleted_at: instantText(row.deleted_at),
    has_my_reaction: row.my_reaction_id !== null,
  }
}

/** What a person did to a comment, with when. */
export function presentMark<Row extends { created_at: string }>(row: Row): Row {
  return { ...row, created_at: instantText(row.created_at) as string }
}
