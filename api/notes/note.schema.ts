import { z } from 'zod'
import { personReply } from '../access/person.schema.ts'
import { pageQuery } from '../platform/http/paging.ts'
import { remarkText } from '../tasks/remarks/remark.schema.ts'

const instant = z.string().meta({ format: 'date-time' })

export const listNotesQuery = z.object({
  ...pageQuery,
  search: z.string().max(512).optional(),
  ordering: z.string().max(64).optional().describe('created_at, pinned; a leading - turns it round'),
})
export type ListNotesQuery = z.output<typeof listNotesQuery>

export const listDecisionsQuery = z.object({
  ...pageQuery,
  search: z.string().max(512).optional(),
  ordering: z.string().max(64).optional().describe('created_at; a leading - turns it round'),
  sprint: z.string().optional().describe('decisions on tasks of this sprint'),
})
export type ListDecisionsQuery = z.output<typeof listDecisionsQuery>

export const noteBody = z.object({ body: remarkText })
export const notePatch = noteBody.partial()

const noteFields = {
  id: z.guid(),
  author: personReply.nullable(),
  body: z.string(),
  pinned: z.boolean(),
  decision: z.boolean(),
  edited_at: instant.nullable(),
  created_at: instant,
}

export const noteReply = z
  .object({
    ...noteFields,
    task: z.guid(),
    is_deleted: z.boolean(),
    deleted_at: instant.nullable(),
    deleted_by: personReply.nullable(),
  })
  .meta({ id: 'TaskNote' })
export type Note = z.output<typeof noteReply>

export const decisionReply = z
  .object({
    ...noteFields,
    task: z.object({ id: z.guid(), name: z.string(), short_id: z.string() }),
    sprint: z.object({ id: z.guid(), name: z.string() }).nullable().describe('the sprint that the task is in'),
  })
  .meta({ id: 'DecisionNote' })
export type Decision = z.output<typeof decisionReply>

export const policyPatch = z.object({
  oversight_visible: z.boolean().optional().describe('whether Viewers read the decisions'),
})
export const policyReply = z
  .object({ oversight_visible: z.boolean(), can_edit: z.boolean() })
  .meta({ id: 'DecisionsPolicy' })
