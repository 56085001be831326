/**
 * Role ordinals, shared by projects and programs. "At least" gates compare with >=; the 200-299 band (Resource
 * Manager) is kept out of task authoring by range.
 */
export const ROLE = { viewer: 1, member: 100, scheduler: 200, manager: 300, owner: 400 } as const
const ROLES: readonly number[] = Object.values(ROLE)

export const WORKSPACE_ROLE = { member: 100, admin: 300, owner: 400 } as const

export const ADMIN_ROLES = {
  projectFloor: ROLE.manager,
  workspaceFloor: WORKSPACE_ROLE.admin,
  schedulerFloor: ROLE.scheduler,
} as const

const PROJECT_LABELS: Record<number, string> = {
  [ROLE.viewer]: 'Viewer',
  [ROLE.member]: 'Team Member',
  [ROLE.scheduler]: 'Resource Manager',
  [ROLE.manager]: 'Project Manager',
  [ROLE.owner]: 'Project Admin',
}

/** Label of a project role; ordinals inside a reserved band carry the label of the named role below. */
export function projectRoleLabel(role: number): string {
  const named = [...ROLES].reverse().find((known) => role >= known) ?? ROLE.viewer
  return PROJECT_LABELS[named] as string
}

/** Team Member and above, but never the Resource Manager band: who may write task content. */
export function isAuthor(role: number | null): boolean {
  return role !== null && role >= ROLE.member && !isSchedulerBand(role)
}

export function isSchedulerBand(role: number): boolean {
  return role >= ROLE.scheduler && role < ROLE.manager
}

/** "At least" with absence: no role is below every role. */
export function atLeast(role: number | null, floor: number): boolean {
  return role !== null && role >= floor
}
