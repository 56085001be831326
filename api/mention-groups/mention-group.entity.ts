import { defineEntity, p } from '@mikro-orm/postgresql'
import { ownedBy, references } from '../platform/db/references.ts'

/** People whom a comment mentions by one name, in a project or in all projects of a program. */
export const MentionGroupSchema = defineEntity({
  name: 'MentionGroup',
  tableName: 'mention_groups',
  properties: {
    id: p.uuid().primary(),
    server_version: p.integer().default(1),
    project_id: p.uuid().nullable(),
    program_id: p.uuid().nullable(),
    name: p.string().columnType('varchar(32)'),
    folded_name: p.string().columnType('varchar(32)'),
    description: p.string().columnType('varchar(140)').default(''),
    /** Whether its members get mail unless they say otherwise. */
    email_default_on: p.boolean().default(false),
    is_deleted: p.boolean().default(false),
    deleted_at: p.datetime().nullable(),
    created_at: p.datetime().defaultRaw('now()'),
  },
  checks: [{ name: 'mention_groups_place', expression: 'num_nonnulls(project_id, program_id) = 1' }],
  indexes: [
    { name: 'mention_groups_of_project', properties: ['project_id'] },
    { name: 'mention_groups_of_program', properties: ['program_id'] },
    {
      name: 'mention_groups_name_in_project',
      expression: `create unique index "mention_groups_name_in_project" on "mention_groups" ("project_id", "folded_name")
  where "project_id" is not null and not "is_deleted"`,
    },
    {
      name: 'mention_groups_name_in_program',
      expression: `create unique index "mention_groups_name_in_program" on "mention_groups" ("program_id", "folded_name")
  where "program_id" is not null and not "is_deleted"`,
    },
  ],
})
references(MentionGroupSchema, { project_id: ownedBy('projects'), program_id: ownedBy('programs') })

/** Who is in a group. Who leaves the project stays here unseen, and is of the group again once they return. */
export const MentionGroupMemberSchema = defineEntity({
  name: 'MentionGroupMember',
  tableName: 'mention_group_members',
  properties: {
    group_id: p.uuid().primary(),
    account_id: p.uuid().primary(),
    created_at: p.datetime().defaultRaw('now()'),
  },
  indexes: [{ name: 'mention_group_members_account', properties: ['account_id'] }],
})
references(MentionGroupMemberSchema, { group_id: ownedBy('mention_groups'), account_id: ownedBy('accounts') })

/** Who does not want to be told when the group is mentioned. */
export const MentionGroupMuteSchema = defineEntity({
  name: 'MentionGroupMute',
  tableName: 'mention_group_mutes',
  properties: {
    group_id: p.uuid().primary(),
    account_id: p.uuid().primary(),
    created_at: p.datetime().defaultRaw('now()'),
  },
  indexes: [{ name: 'mention_group_mutes_account', properties: ['account_id'] }],
})
references(MentionGroupMuteSchema, { group_id: ownedBy('mention_groups'), account_id: ownedBy('accounts') })
