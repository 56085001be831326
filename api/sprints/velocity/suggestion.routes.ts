import { z } from 'zod'
import { instantText } from '../../platform/db/sql.ts'
import { booleanFilter } from '../../platform/http/list-query.ts'
import { pageOf, pageQuery, presentPage } from '../../platform/http/paging.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { wireId } from '../../platform/http/wire-kinds.ts'
import {
  acceptSuggestion,
  canDecideSuggestion,
  dismissSuggestion,
  loadSuggestion,
  suggestionScope,
} from './decide-suggestion.ts'
import { pageSuggestions, type SuggestionRow } from './suggestion.queries.ts'

const tag = 'sprints'
const instant = z.string().meta({ format: 'date-time' }).nullable()
const person = z.guid().nullable()

const suggestionReply = z
  .object({
    id: z.guid(),
    task: z.guid(),
    sprint_id: z.guid(),
    sprint_name: z.string(),
    suggested_duration: z.int().nullable().describe('working days; null for whom the team does not tell its pace'),
    team_velocity_per_day: z.string().nullable(),
    flag_for_review: z.boolean(),
    is_pending: z.boolean(),
    created_at: z.string().meta({ format: 'date-time' }),
    accepted_at: instant,
    accepted_by: person,
    dismissed_at: instant,
    dismissed_by: person,
  })
  .meta({ id: 'VelocitySuggestion' })

const listQuery = z.object({
  ...pageQuery,
  task: wireId.optional(),
  pending: z.string().optional().describe('`true`: those that nobody has settled'),
})

function present(row: SuggestionRow) {
  const { is_told, task_id, accepted_by_id, dismissed_by_id, ...shown } = row
  return {
    ...shown,
    task: task_id,
    suggested_duration: is_told ? row.suggested_duration : null,
    team_velocity_per_day: is_told ? row.team_velocity_per_day : null,
    is_pending: row.accepted_at === null && row.dismissed_at === null,
    created_at: instantText(row.created_at),
    accepted_at: instantText(row.accepted_at),
    accepted_by: accepted_by_id,
    dismissed_at: instantText(row.dismissed_at),
    dismissed_by: dismissed_by_id,
  }
}

const decide = {
  method: 'POST',
  tag,
  scope: suggestionScope,
  allow: canDecideSuggestion,
  ignoresInput: 'there is nothing to say beside that it is meant',
  reply: suggestionReply,
} as const

export const suggestionRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/velocity-suggestions/',
    tag,
    summary: 'What the pace of closed sprints says of durations, newest first',
    agentReadable: true,
    query: listQuery,
    reply: pageOf(suggestionReply),
    run: async (ctx, { query }) => {
      const { task, pending, page = '', page_size = '' } = query
      const asked = { ...(page === '' ? {} : { page }), ...(page_size === '' ? {} : { page_size }) }
      const found = await pageSuggestions(ctx, { ...asked, task, isPending: booleanFilter(pending) })
      const shown = { ...found, results: found.results.map(present) }
      return presentPage(shown, ctx.services.config, '/velocity-suggestions/', query)
    },
  }),
  route({
    method: 'GET',
    path: '/velocity-suggestions/{id}/',
    tag,
    summary: 'Read one of them',
    agentReadable: true,
    scope: suggestionScope,
    reply: suggestionReply,
    run: async (ctx, { params }) => present(await loadSuggestion(ctx, params.id as string)),
  }),
  route({
    ...decide,
    path: '/velocity-suggestions/{id}/accept/',
    summary: 'Take the duration over into the task',
    otherReplies: {
      409: { description: 'it was dismissed' },
      422: { description: 'it lies outside the other two estimates of the task' },
    },
    run: async (ctx, { params }) => present(await acceptSuggestion(ctx, params.id as string)),
  }),
  route({
    ...decide,
    path: '/velocity-suggestions/{id}/dismiss/',
    summary: 'Leave the task as it is',
    otherReplies: { 409: { description: 'it was accepted' } },
    run: async (ctx, { params }) => present(await dismissSuggestion(ctx, params.id as string)),
  }),
]
