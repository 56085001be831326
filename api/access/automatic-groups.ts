/** Keys of the groups that follow from roles; a comment mentions them by these names, in any case. */
export const ROLE_GROUP_KEYS = [
  'owners',
  'admins',
  'schedulers',
  'members',
  'viewers',
  'all',
  'program-pms',
  'program-schedulers',
  'program-stakeholders',
  'program-all',
] as const
export type RoleGroupKey = (typeof ROLE_GROUP_KEYS)[number]

/** Names that no group of people's own making may have. That of the sprint's team is kept for it. */
export const RESERVED_GROUP_KEYS: ReadonlySet<string> = new Set([...ROLE_GROUP_KEYS, 'scrum-team'])
