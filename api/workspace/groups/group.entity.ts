import { defineEntity, p } from '@mikro-orm/postgresql'
import { mayName, ownedBy, references } from '../../platform/db/references.ts'

/** A group of accounts that confers roles in the projects linked to it. */
export const WorkspaceGroupSchema = defineEntity({
  name: 'WorkspaceGroup',
  tableName: 'workspace_groups',
  properties: {
    id: p.uuid().primary(),
    name: p.string().columnType('varchar(120)'),
    description: p.text().default(''),
    lead_id: p.uuid().nullable(),
    created_at: p.datetime().defaultRaw('now()'),
  },
})
references(WorkspaceGroupSchema, { lead_id: mayName('accounts') }, 'commit')

export const WorkspaceGroupMemberSchema = defineEntity({
  name: 'WorkspaceGroupMember',
  tableName: 'workspace_group_members',
  properties: {
    group_id: p.uuid().primary(),
    account_id: p.uuid().primary(),
    created_at: p.datetime().defaultRaw('now()'),
  },
  indexes: [{ properties: ['account_id'] }],
})
references(
  WorkspaceGroupMemberSchema,
  { group_id: ownedBy('workspace_groups'), account_id: ownedBy('accounts') },
  'commit',
)

/** The role that members of the group get in a project unless they have a membership of their own. */
export const WorkspaceGroupProjectSchema = defineEntity({
  name: 'WorkspaceGroupProject',
  tableName: 'workspace_group_projects',
  properties: {
    group_id: p.uuid().primary(),
    project_id: p.uuid().primary(),
    role: p.smallint(),
    created_at: p.datetime().defaultRaw('now()'),
  },
  indexes: [{ properties: ['project_id'] }],
})
references(
  WorkspaceGroupProjectSchema,
  { group_id: ownedBy('workspace_groups'), project_id: ownedBy('projects') },
  'commit',
)
