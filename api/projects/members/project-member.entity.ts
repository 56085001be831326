import { defineEntity, p } from '@mikro-orm/postgresql'

/** One account's role in a project. At most one live row a pair; `groupId` set when a workspace group confers it. */
export const ProjectMemberSchema = defineEntity({
  name: 'ProjectMember',
  tableName: 'project_members',
  properties: {
    id: p.uuid().primary(),
    serverVersion: p.integer().default(1),
    syncSeq: p.bigint('number').default(0),
    projectId: p.uuid(),
    accountId: p.uuid(),
    role: p.smallint(),
    groupId: p.uuid().nullable(),
    isDeleted: p.boolean().default(false),
    roleChangedAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
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
export class ProjectMember extends ProjectMemberSchema.class {}
ProjectMemberSchema.setClass(ProjectMember)
