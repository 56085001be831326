import { z } from 'zod'
import { pageQuery } from '../platform/http/paging.ts'
import { wireId } from '../platform/http/wire-kinds.ts'

const NAME_LENGTH = 200
const DESCRIPTION_LENGTH = 2000

/** Long texts are cut, not refused; letters are not cut in half. */
const cutAt = (length: number) => (text: string) => [...text.trim()].slice(0, length).join('')

export const publishBody = z.object({
  project: wireId,
  name: z.string().trim().min(1, 'This field may not be blank').transform(cutAt(NAME_LENGTH)),
  description: z.string().transform(cutAt(DESCRIPTION_LENGTH)).optional(),
  source_kind: z.enum(['workspace', 'community']).optional().describe('workspace when left out'),
  new_version: z.unknown().optional().describe('true, "true" or "1": the next version where the name is taken'),
})
export type PublishFields = z.output<typeof publishBody>

export const applyBody = z.object({ project: wireId })

export const templateQuery = z.object({
  ...pageQuery,
  program: wireId.optional().describe('templates of this program and of the whole workspace'),
  search: z.string().max(512).optional().describe('part of the name'),
})
export type TemplateQuery = z.output<typeof templateQuery>

export const applicationQuery = z.object({ ...pageQuery, project: wireId.optional() })

const dateTime = z.string().meta({ format: 'date-time' })

const templateCounts = z.object({
  task_count: z.int(),
  phase_count: z.int(),
  milestone_count: z.int(),
  gate_count: z.int(),
  dependency_count: z.int(),
})

export const templateReply = z
  .object({
    id: z.guid(),
    name: z.string(),
    description: z.string(),
    source_kind: z.enum(['workspace', 'community']),
    provenance: z.string(),
    carries: z.array(z.string()),
    methodology: z.string(),
    task_count: z.int(),
    version: z.int(),
    program: z.guid().nullable(),
    is_published: z.literal(true),
    published_at: dateTime,
    published_by: z.guid().nullable(),
    published_by_name: z.string(),
    source_project: z.guid().nullable().describe('null for readers who are no members of it'),
    source_project_name: z.string(),
    supersedes: z.guid().nullable(),
    is_superseded: z.boolean(),
    counts: templateCounts,
    usage_count: z.int().describe('applications that succeeded and were not undone'),
  })
  .meta({ id: 'ProjectTemplate' })

export const nameTakenReply = z
  .object({
    detail: z.string(),
    code: z.literal('name_taken'),
    template: z.guid().nullable(),
    version: z.int(),
    next_version: z.int(),
  })
  .meta({ id: 'TemplateNameTaken' })

export const previewQuery = z.object({
  project: wireId.describe('whose structure would be published'),
  name: z.string().transform(cutAt(NAME_LENGTH)).optional().describe('under which name'),
})
export const previewReply = z
  .object({
    counts: templateCounts,
    carries: z.array(z.string()),
    name_taken: z.boolean(),
    next_version: z.int(),
    existing_template: z.guid().nullable().describe('null also where it is one that the caller does not see'),
  })
  .meta({ id: 'TemplatePreview' })

export const queuedReply = z
  .object({ queued: z.literal(true), application: z.guid() })
  .meta({ id: 'TemplateApplicationQueued' })

export const APPLICATION_STATUSES = ['pending', 'running', 'success', 'failed', 'undone'] as const

export const applicationReply = z
  .object({
    id: z.guid(),
    template: z.guid(),
    template_name: z.string(),
    template_version: z.int(),
    project: z.guid(),
    applied_by: z.guid().nullable(),
    status: z.enum(APPLICATION_STATUSES),
    result_summary: z
      .object({ tasks_created: z.int(), milestones_created: z.int(), dependencies_created: z.int() })
      .nullable(),
    error_detail: z.string(),
    created_task_ids: z.array(z.guid()),
    created_at: dateTime,
    completed_at: dateTime.nullable(),
    undone_at: dateTime.nullable(),
  })
  .meta({ id: 'TemplateApplication' })

export const undoneReply = applicationReply
  .extend({ undo: z.object({ deleted: z.int(), kept: z.int() }) })
  .meta({ id: 'TemplateApplicationUndone' })
