import { z } from 'zod'
import { wholeText } from '../platform/http/list-query.ts'
import { pageOf, pageQuery } from '../platform/http/paging.ts'

export const historyQuery = z.object(pageQuery)

export const taskHistoryQuery = z.object({
  ...pageQuery,
  include: z
    .string()
    .optional()
    .describe('comments, time, attachments, schedule, risks, dependencies, resources or all, with commas between'),
  until: z.string().optional().describe('with `include`: events before this instant, `next_until` of the page before'),
})

const instant = z.string().meta({ format: 'date-time' })
const person = z.object({ id: z.guid(), username: z.string().optional(), display_name: z.string() })

export const fieldDiff = z.object({ field: z.string(), old: z.unknown(), new: z.unknown() }).meta({ id: 'FieldDiff' })

const page = {
  count: z.int(),
  next: z.string().nullable(),
  previous: z.string().nullable(),
  count_truncated: z.boolean().describe('there are more saves than are looked through'),
}

const row = {
  id: z.string(),
  history_date: instant,
  history_type: z.enum(['+', '~', '-']),
  history_change_reason: z.string().nullable(),
  diff: z.array(fieldDiff),
}

export const projectHistoryReply = z
  .object({
    ...page,
    results: z.array(
      z
        .object({ ...row, history_user: person.nullable().describe('for Project Managers and above') })
        .meta({ id: 'HistoryRecord' }),
    ),
  })
  .meta({ id: 'ProjectHistoryPage' })

export const programHistoryReply = pageOf(
  z
    .object({
      ...row,
      object_type: z.enum(['program', 'ceremony']),
      object_id: z.guid(),
      history_user: person.nullable().describe('for Program Managers and above'),
    })
    .meta({ id: 'ProgramHistoryRecord' }),
)

const taskHistoryPage = z
  .object({
    ...page,
    results: z.array(
      z
        .object({
          ...row,
          history_user: z.string().nullable().describe('user name'),
          history_user_display: z.string().nullable(),
        })
        .meta({ id: 'TaskHistoryRecord' }),
    ),
  })
  .meta({ id: 'TaskHistoryPage' })

/** With `include`: saves and what happened beside them, in one shape. */
const taskEventPage = z
  .object({
    results: z.array(
      z
        .object({
          event_type: z.string().describe('task_created, fields_changed, task_deleted, comment_added, …'),
          actor: z.object({ id: z.guid(), display_name: z.string() }).nullable(),
          timestamp: instant,
          detail: z.record(z.string(), z.unknown()),
        })
        .meta({ id: 'TaskEvent' }),
    ),
    next_until: instant.nullable(),
    count_truncated: z.boolean(),
  })
  .meta({ id: 'TaskEventPage' })

export const taskHistoryReply = z.union([taskHistoryPage, taskEventPage])

export const CHANGELOG_TYPES = [
  'task',
  'sprint',
  'risk',
  'dependency',
  'project',
  'task_recurrence',
  'guardrail_policy',
  'decisions_policy',
  'signal_privacy_policy',
] as const
/** Told to who asks for them by name. */
const ASKED_FOR_TYPES = ['task_relation'] as const
export type ChangelogType = (typeof CHANGELOG_TYPES | typeof ASKED_FOR_TYPES)[number]

/** The kinds that a filter names; every usual one without a filter, none for a word that names nothing. */
export function changelogTypes(filter: string | undefined): readonly ChangelogType[] {
  if (!filter) return CHANGELOG_TYPES
  return [...CHANGELOG_TYPES, ...ASKED_FOR_TYPES].filter((type) => type === filter)
}

export const changelogQuery = z.object({
  since: z.string().optional().describe('an instant or a day'),
  object_type: z
    .string()
    .optional()
    .describe([...CHANGELOG_TYPES, ...ASKED_FOR_TYPES].join(', ')),
  change_type: z.string().optional().describe('created, updated, deleted'),
  user: z.string().optional().describe('id of an account; for Project Managers and above'),
  cursor: z.string().optional().describe('from `next_cursor`'),
  page_size: wholeText(1).optional().describe('rows per page'),
})

export const changelogReply = z
  .object({
    results: z.array(
      z
        .object({
          id: z.string(),
          object_type: z.enum([...CHANGELOG_TYPES, ...ASKED_FOR_TYPES]),
          object_id: z.guid(),
          object_label: z.string(),
          change_type: z.enum(['created', 'updated', 'deleted']),
          history_date: instant,
          user: person.nullable().describe('for Project Managers and above'),
          changes: z.array(fieldDiff),
        })
        .meta({ id: 'ChangelogEntry' }),
    ),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'ChangelogResponse' })
