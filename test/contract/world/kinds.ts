import type { TestApp, TestUser } from '../../support/start-app.ts'

/** In use; the project archived; the program closed and the project in use; both deleted. */
export type State = 'active' | 'archived' | 'closed' | 'trashed'
export const STATES: readonly State[] = ['active', 'archived', 'closed', 'trashed']

export type CallerKind = 'anonymous' | 'inactive' | 'session' | 'personal' | 'agent' | 'integration'

/** Who asks, and every fact of them that a rule of the specification speaks of. */
export interface Caller {
  readonly name: string
  readonly kind: CallerKind
  readonly accountId: string | null
  readonly projectRole: number | null
  readonly programRole: number | null
  readonly workspaceRole: number | null
  readonly isSuperuser: boolean
  /** Every task of the sites is assigned to this account. */
  readonly isAssignee: boolean
  /** The site that an integration's token belongs to. */
  readonly home: State | null
  readonly token: string | null
}

/** Ids of one program, its project and a row of each kind. */
export interface Site {
  readonly state: State | 'ghost' | 'foreign'
  readonly ids: Readonly<Record<string, string>>
}

type Ids = Record<string, string>

/** What a site is built with: rows of the workspace come in, rows of the site are added. */
export interface Plot {
  readonly app: TestApp
  /** A superuser who owns every site. */
  readonly builder: TestUser
  readonly name: string
  readonly ids: Ids
}
