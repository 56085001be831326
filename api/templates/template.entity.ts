import { defineEntity, p } from '@mikro-orm/postgresql'
import { holds, mayName, ownedBy, references } from '../platform/db/references.ts'
import type { APPLICATION_STATUSES } from './template.schema.ts'
import type { TemplateCounts, TemplateStructure } from './template-structure.ts'

/** The published structure of a project. It outlives its source; a new version of a name is a row of its own. */
export const ProjectTemplateSchema = defineEntity({
  name: 'ProjectTemplate',
  tableName: 'project_templates',
  properties: {
    id: p.uuid().primary(),
    name: p.string().columnType('varchar(200)'),
    version: p.integer().default(1),
    description: p.string().columnType('varchar(2000)').default(''),
    source_kind: p.text().$type<'workspace' | 'community'>().default('workspace'),
    methodology: p.text(),
    structure: p.json().$type<TemplateStructure>(),
    counts: p.json().$type<TemplateCounts>(),
    /** Whose template it is; without a program everybody's. */
    program_id: p.uuid().nullable(),
    source_project_id: p.uuid().nullable(),
    supersedes_id: p.uuid().nullable(),
    published_by_id: p.uuid().nullable(),
    published_at: p.datetime().defaultRaw('now()'),
  },
  indexes: [
    { properties: ['program_id'] },
    { properties: ['supersedes_id'] },
    {
      name: 'project_templates_name',
      expression: 'create unique index "project_templates_name" on "project_templates" ("name", "version")',
    },
  ],
})
references(
  ProjectTemplateSchema,
  {
    program_id: holds('programs'),
    source_project_id: mayName('projects'),
    supersedes_id: mayName('project_templates'),
    published_by_id: mayName('accounts'),
  },
  'commit',
)
export class ProjectTemplate extends ProjectTemplateSchema.class {}
ProjectTemplateSchema.setClass(ProjectTemplate)

/** One use of a template: pending, running, then success or failed; a success may be undone. Kept as long as its project. */
export const TemplateApplicationSchema = defineEntity({
  name: 'TemplateApplication',
  tableName: 'template_applications',
  properties: {
    id: p.uuid().primary(),
    template_id: p.uuid(),
    project_id: p.uuid(),
    applied_by_id: p.uuid().nullable(),
    status: p.text().$type<(typeof APPLICATION_STATUSES)[number]>().default('pending'),
    result_summary: p.json().$type<Record<string, number>>().nullable(),
    error_detail: p.text().default(''),
    /** What undo looks at; empty unless the application succeeded. */
    created_task_ids: p.json().$type<string[]>(),
    created_at: p.datetime().defaultRaw('now()'),
    started_at: p.datetime().nullable(),
    completed_at: p.datetime().nullable(),
    undone_at: p.datetime().nullable(),
  },
  indexes: [
    { properties: ['project_id', 'created_at'] },
    { properties: ['template_id'] },
    {
      name: 'template_applications_open',
      expression: `create index "template_applications_open" on "template_applications" ("id") where "status" in ('pending', 'running')`,
    },
  ],
})
references(
  TemplateApplicationSchema,
  {
    project_id: ownedBy('projects'),
    template_id: holds('project_templates'),
    applied_by_id: mayName('accounts'),
  },
  'commit',
)
export class TemplateApplication extends TemplateApplicationSchema.class {}
TemplateApplicationSchema.setClass(TemplateApplication)
