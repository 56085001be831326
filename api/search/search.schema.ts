import { z } from 'zod'
import { wholeText } from '../platform/http/list-query.ts'
import { wireId } from '../platform/http/wire-kinds.ts'

export const searchQuery = z.object({
  q: z.string().optional().describe('two characters or more; cut at 100'),
  type: z.string().max(512).optional().describe('a comma list of epic, story, task, milestone; others are ignored'),
  page: wholeText(1).optional().describe('1-based page number'),
})
export type SearchQuery = z.output<typeof searchQuery>

export const foundReply = z
  .object({
    id: z.guid(),
    kind: z.enum(['task', 'backlog_item']).describe('items of a program that no project has pulled are backlog items'),
    type: z.enum(['epic', 'story', 'task', 'milestone']),
    title: z.string(),
    program_id: z.guid().nullable(),
    program_name: z.string().nullable(),
    project_id: z.guid().nullable(),
    project_name: z.string().nullable(),
    parent_epic_id: z.guid().nullable(),
    parent_epic_name: z.string().nullable(),
  })
  .meta({ id: 'OmniSearchResult' })
export type Found = z.output<typeof foundReply>

export const programSearchQuery = z.object({
  q: z.string().optional().describe('required; cut at 100'),
  exclude_project: wireId.optional(),
})
export type ProgramSearchQuery = z.output<typeof programSearchQuery>

export const programHit = z
  .object({
    id: z.guid(),
    name: z.string(),
    short_id: z.string(),
    short_id_display: z.string(),
    qualified_id: z.string(),
    project_id: z.guid(),
    project_name: z.string(),
  })
  .meta({ id: 'ProgramTaskHit' })
