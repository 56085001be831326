import { displayNameOf } from '../accounts/account.entity.ts'
import { instantText } from '../platform/db/sql.ts'
import type { ApplicationRow } from './applications/application.queries.ts'
import type { TemplateRow } from './template.queries.ts'
import { carriedBy } from './template-structure.ts'

const PROVENANCE = { workspace: 'Workspace', community: 'Community' } as const

export function presentTemplate(row: TemplateRow): object {
  const { username } = row
  const publisher =
    username === null
      ? ''
      : displayNameOf({ username, first_name: row.first_name ?? '', last_name: row.last_name ?? '' })
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    source_kind: row.source_kind,
    provenance: PROVENANCE[row.source_kind],
    carries: carriedBy(row.counts),
    methodology: row.methodology,
    task_count: row.counts.task_count,
    version: row.version,
    program: row.program_id,
    is_published: true,
    published_at: instantText(row.published_at),
    published_by: row.published_by_id,
    published_by_name: publisher,
    source_project: row.source_project_id,
    source_project_name: row.source_project_name ?? '',
    supersedes: row.supersedes_id,
    is_superseded: row.is_superseded,
    counts: row.counts,
    usage_count: row.usage_count,
  }
}

export function presentApplication(row: ApplicationRow): object {
  return {
    id: row.id,
    template: row.template_id,
    template_name: row.template_name,
    template_version: row.template_version,
    project: row.project_id,
    applied_by: row.applied_by_id,
    status: row.status,
    result_summary: row.result_summary,
    error_detail: row.error_detail,
    created_task_ids: row.created_task_ids,
    created_at: instantText(row.created_at),
    completed_at: instantText(row.completed_at),
    undone_at: instantText(row.undone_at),
  }
}
