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
    /** Place in the project's team where it was given by hand; null follows the role. */
    team_role: p.text().$type<'member' | 'admin'>().nullable(),
    is_scrum_master: p.boolean().default(false),
    is_product_owner: p.boolean().default(false),
    is_deleted: p.boolean().default(false),
    role_changed_at: p.datetime().nullable(),
    created_at: p.datetime().defaultRaw('now()'),
  },
  checks: [{ name: 'project_members_team_role', expression: `"team_role" in ('member', 'admin')` }],
  // A new role decides the place in the team anew, and who leaves lets go of the facets, through whichever door.
  triggers: [
    {
      name: 'team_place',
      timing: 'before',
      events: ['update'],
      forEach: 'row',
      body: [
        'if new.is_deleted or new.role <> old.role then new.team_role := null; end if;',
        'new.is_scrum_master := new.is_scrum_master and not new.is_deleted;',
        'new.is_product_owner := new.is_product_owner and not new.is_deleted;',
        'return new',
      ].join(' '),
    },
  ],
  indexes: [
    {
      name: 'project_members_scrum_master',
      expression:
        'create unique index "project_members_scrum_master" on "project_members" ("project_id") where "is_scrum_master"',
    },
    {
      name: 'project_members_product_owner',
      expression:
        'create unique index "project_members_product_owner" on "project_members" ("project_id") where "is_product_owner"',
    },
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
