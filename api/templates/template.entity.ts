import { defineEntity, p } from '@mikro-orm/postgresql'
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
    sourceKind: p.text().default('workspace'),
    methodology: p.text(),
    structure: p.json().$type<TemplateStructure>(),
    counts: p.json().$type<TemplateCounts>(),
    /** Whose template it is; without a program everybody's. */
    programId: p.uuid().nullable(),
    sourceProjectId: p.uuid().nullable(),
    supersedesId: p.uuid().nullable(),
    publishedById: p.uuid().nullable(),
    publishedAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [
    { properties: ['programId'] },
    { properties: ['supersedesId'] },
    {
      name: 'project_templates_name',
      expression: 'create unique index "project_templates_name" on "project_templates" ("name", "version")',
    },
  ],
})
export class ProjectTemplate extends ProjectTemplateSchema.class {}
ProjectTemplateSchema.setClass(ProjectTemplate)

/** One use of a template: pending, running, then success or failed; a success may be undone. Kept as long as its project. */
export const TemplateApplicationSchema = defineEntity({
  name: 'TemplateApplication',
  tableName: 'template_applications',
  properties: {
    id: p.uuid().primary(),
    templateId: p.uuid(),
    projectId: p.uuid(),
    appliedById: p.uuid().nullable(),
    status: p.text().default('pending'),
    resultSummary: p.json().$type<Record<string, number>>().nullable(),
    errorDetail: p.text().default(''),
    /** What undo looks at; empty unless the application succeeded. */
    createdTaskIds: p.json().$type<string[]>(),
    createdAt: p.datetime().defaultRaw('now()'),
    startedAt: p.datetime().nullable(),
    completedAt: p.datetime().nullable(),
    undoneAt: p.datetime().nullable(),
  },
  indexes: [
    { properties: ['projectId', 'createdAt'] },
    { properties: ['templateId'] },
    {
      name: 'template_applications_open',
      expression: `create index "template_applications_open" on "template_applications" ("id") where "status" in ('pending', 'running')`,
    },
  ],
})
export class TemplateApplication extends TemplateApplicationSchema.class {}
TemplateApplicationSchema.setClass(TemplateApplication)
