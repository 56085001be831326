export type GitProvider = 'github' | 'gitlab'

/** A change request or an issue, as its address names it. */
export interface GitThing {
  readonly kind: 'request' | 'issue'
  /** `owner/repo`, or all groups and the project. */
  readonly project: string
  readonly number: string
}

const GITHUB = /^\/([\w.-]+\/[\w.-]+)\/(pull|issues)\/(\d{1,12})(?:\/|$)/
const GITLAB = /^\/([\w.-]+(?:\/[\w.-]+)+)\/-\/(merge_requests|issues)\/(\d{1,12})(?:\/|$)/

/** What the path below the provider's own address names; null for anything else there. */
export function gitThingOf(provider: GitProvider, path: string): GitThing | null {
  const [, project, kind, number] = (provider === 'github' ? GITHUB : GITLAB).exec(path) ?? []
  if (project === undefined || number === undefined) return null
  return { kind: kind === 'issues' ? 'issue' : 'request', project, number }
}

/** Where the provider tells of the thing, below the address of its API. */
export function apiPathOf(provider: GitProvider, { kind, project, number }: GitThing): string {
  if (provider === 'github') return `/repos/${project}/${kind === 'issue' ? 'issues' : 'pulls'}/${number}`
  const list = kind === 'issue' ? 'issues' : 'merge_requests'
  return `/projects/${encodeURIComponent(project)}/${list}/${number}`
}

type Json = Readonly<Record<string, unknown>>

/** The status in the words of links. */
export function gitStatusOf(body: Json): 'open' | 'draft' | 'merged' | 'closed' | 'unknown' {
  const state = String(body.state ?? '')
  if (state === 'merged' || typeof body.merged_at === 'string') return 'merged'
  if (state === 'closed' || state === 'locked') return 'closed'
  if (state !== 'open' && state !== 'opened') return 'unknown'
  return body.draft === true || body.work_in_progress === true ? 'draft' : 'open'
}
