import { defineEntity, p } from '@mikro-orm/postgresql'
import { holds, ownedBy, references } from '../../platform/db/references.ts'

/** A skill of the workspace; names are one whatever their case. */
export const SkillSchema = defineEntity({
  name: 'Skill',
  tableName: 'skills',
  properties: {
    id: p.uuid().primary(),
    server_version: p.integer().default(1),
    name: p.string().columnType('varchar(120)'),
    normalized_name: p.text(),
    category: p.string().columnType('varchar(60)').default(''),
    created_at: p.datetime().defaultRaw('now()'),
  },
  uniques: [{ name: 'skills_normalized_name', properties: ['normalized_name'] }],
})

/** What a resource is able to do; proficiency 1 to 3. */
export const ResourceSkillSchema = defineEntity({
  name: 'ResourceSkill',
  tableName: 'resource_skills',
  properties: {
    id: p.uuid().primary(),
    server_version: p.integer().default(1),
    resource_id: p.uuid(),
    skill_id: p.uuid(),
    proficiency: p.smallint().default(2),
    /** Written by its name, and so read. */
    is_named: p.boolean().default(false),
    created_at: p.datetime().defaultRaw('now()'),
  },
  uniques: [{ name: 'resource_skills_pair', properties: ['resource_id', 'skill_id'] }],
  indexes: [{ name: 'resource_skills_skill', properties: ['skill_id'] }],
})
references(ResourceSkillSchema, { resource_id: ownedBy('resources'), skill_id: holds('skills') }, 'commit')

/** What a task asks of whoever works on it. */
export const TaskSkillRequirementSchema = defineEntity({
  name: 'TaskSkillRequirement',
  tableName: 'task_skill_requirements',
  properties: {
    id: p.uuid().primary(),
    server_version: p.integer().default(1),
    project_id: p.uuid(),
    task_id: p.uuid(),
    skill_id: p.uuid(),
    min_proficiency: p.smallint().default(1),
    is_named: p.boolean().default(false),
    created_at: p.datetime().defaultRaw('now()'),
  },
  uniques: [{ name: 'task_skill_requirements_pair', properties: ['task_id', 'skill_id'] }],
  indexes: [
    { name: 'task_skill_requirements_skill', properties: ['skill_id'] },
    { name: 'task_skill_requirements_project', properties: ['project_id'] },
  ],
})
references(
  TaskSkillRequirementSchema,
  {
    project_id: ownedBy('projects'),
    task_id: ownedBy('tasks'),
    skill_id: holds('skills'),
  },
  'commit',
)
