import { projectRoleLabel } from '../../access/roles.ts'
import { displayNameOf, initialsOf } from '../../accounts/account.entity.ts'
import type { GroupView } from './group.queries.ts'

export function presentGroup({ group, lead, members, projects }: GroupView): object {
  return {
    id: group.id,
    name: group.name,
    description: group.description,
    lead: lead ? displayNameOf(lead) : null,
    lead_user_id: group.lead_id ?? null,
    member_count: members.length,
    members: members.map((person) => ({
      id: person.id,
      username: person.username,
      display_name: displayNameOf(person),
      initials: initialsOf(person),
    })),
    projects: projects.map(({ id, name, role }) => ({ id, name, role, role_label: projectRoleLabel(role) })),
  }
}
