import { defineEntity, p } from '@mikro-orm/postgresql'

/** A skill of the workspace; names are one whatever their case. */
export const SkillSchema = defineEntity({
  name: 'Skill',
  tableName: 'skills',
  properties: {
    id: p.uuid().primary(),
    serverVersion: p.integer().default(1),
    name: p.string().columnType('varchar(120)'),
    normalizedName: p.text(),
    category: p.string().columnType('varchar(60)').default(''),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  uniques: [{ name: 'skills_normalized_name', properties: ['normalizedName'] }],
})

/** What a resource is able to do; proficiency 1 to 3. */
export const ResourceSkillSchema = defineEntity({
  name: 'ResourceSkill',
  tableName: 'resource_skills',
  properties: {
    id: p.uuid().primary(),
    serverVersion: p.integer().default(1),
    resourceId: p.uuid(),
    skillId: p.uuid(),
    proficiency: p.smallint().default(2),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  uniques: [{ name: 'resource_skills_pair', properties: ['resourceId', 'skillId'] }],
  indexes: [{ name: 'resource_skills_skill', properties: ['skillId'] }],
})

/** What a task asks of whoever works on it. */
export const TaskSkillRequirementSchema = defineEntity({
  name: 'TaskSkillRequirement',
  tableName: 'task_skill_requirements',
  properties: {
    id: p.uuid().primary(),
    serverVersion: p.integer().default(1),
    projectId: p.uuid(),
    taskId: p.uuid(),
    skillId: p.uuid(),
    minProficiency: p.smallint().default(1),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  uniques: [{ name: 'task_skill_requirements_pair', properties: ['taskId', 'skillId'] }],
  indexes: [
    { name: 'task_skill_requirements_skill', properties: ['skillId'] },
    { name: 'task_skill_requirements_project', properties: ['projectId'] },
  ],
})
