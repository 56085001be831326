import { defineEntity, p } from '@mikro-orm/postgresql'
import { ownedBy, references, unchecked } from '../../platform/db/references.ts'

/** One account's role in a project. At most one live row a pair; `groupId` set when a workspace group confers it. */
export const ProjectMemberSchema = defineEntity({
  name: 'ProjectMember',
  tableName: 'project_members',
  properties: {
    id: p.uuid().primary(),
    server_version: p.integer().default(1),
    sync_seq: p.bigint('number').default(0),
    project_id: p.uuid(),
    account_id: p.uuid(),
    role: p.smallint(),
    group_id: p.uuid().nullable(),
    is_deleted: p.boolean().default(false),
    role_changed_at: p.datetime().nullable(),
    created_at: p.datetime().defaultRaw('now()'),
  },
  indexes: [
    {
      name: 'project_members_live_pair',
      expression:
        'create unique index "project_members_live_pair" on "project_members" ("project_id", "account_id") where not "is_deleted"',
    },
    {
      name: 'project_members_by_account',
      expression:
        'create index "project_members_by_account" on "project_members" ("account_id", "project_id") where not "is_deleted"',
    },
  ],
})
references(
  ProjectMemberSchema,
  {
    project_id: ownedBy('projects'),
    account_id: ownedBy('accounts'),
    group_id: unchecked('a group that ends is forgotten by its members one by one, as each gets the role that is left'),
  },
  'commit',
)
export class ProjectMember extends ProjectMemberSchema.class {}
ProjectMemberSchema.setClass(ProjectMember)
