export type GitProvider = 'github' | 'gitlab'

/** A change or merge request that was opened or merged. */
export interface RequestEvent {
  readonly kind: 'request'
  readonly change: 'opened' | 'merged'
  /** Null where the payload has none. */
  readonly url: string | null
  /** What the deliveries of one event have in common; null: nothing but their bytes. */
  readonly key: string | null
}

export type GitEvent = RequestEvent | { readonly kind: 'ignored'; readonly name: string; readonly isDraft: boolean }

type Json = Readonly<Record<string, unknown>>
type Header = (name: string) => string | undefined

const MAX_NAME = 64
const part = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})
const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** What a delivery says, whoever sent it. */
export function readEvent(provider: GitProvider, payload: Json, header: Header): GitEvent {
  return provider === 'github' ? readGithub(payload, header) : readGitlab(payload, header)
}

const OPENING = new Set(['opened', 'reopened', 'ready_for_review'])

function readGithub(payload: Json, header: Header): GitEvent {
  const name = (header('X-GitHub-Event') ?? '').slice(0, MAX_NAME)
  const request = part(payload.pull_request)
  const action = text(payload.action) ?? ''
  const isMerge = action === 'closed' && request.merged === true
  if (name !== 'pull_request' || !(isMerge || OPENING.has(action))) return { kind: 'ignored', name, isDraft: false }
  if (!isMerge && request.draft === true) return { kind: 'ignored', name, isDraft: true }
  const key = header('X-GitHub-Delivery')?.slice(0, 200) ?? null
  return { kind: 'request', change: isMerge ? 'merged' : 'opened', url: text(request.html_url), key }
}

function readGitlab(payload: Json, header: Header): GitEvent {
  const name = (text(payload.object_kind) ?? header('X-Gitlab-Event') ?? '').slice(0, MAX_NAME)
  const request = part(payload.object_attributes)
  const action = text(request.action) ?? ''
  const isDraft = request.draft === true || request.work_in_progress === true
  const isMerge = action === 'merge'
  const isOpening = action === 'open' || action === 'reopen' || (action === 'update' && leftDraft(payload))
  if (name !== 'merge_request' || !(isMerge || isOpening)) return { kind: 'ignored', name, isDraft: false }
  if (!isMerge && isDraft) return { kind: 'ignored', name, isDraft: true }
  const key = `${name}:${String(request.id)}:${action}`.slice(0, 200)
  return { kind: 'request', change: isMerge ? 'merged' : 'opened', url: text(request.url), key }
}

/** Whether an update of a merge request ended its being a draft. */
function leftDraft({ changes }: Json): boolean {
  return ['draft', 'work_in_progress'].some((field) => {
    const change = part(part(changes)[field])
    return change.previous === true && change.current === false
  })
}

/** A request in words that can be compared. A link to an issue is none. */
export interface RequestAddress {
  readonly host: string
  readonly repository: string
  readonly number: string
}

const FORMS = [/^\/([^/]+\/[^/]+)\/pull\/(\d{1,18})(?:\/|$)/, /^\/(.+?)\/-\/merge_requests\/(\d{1,18})(?:\/|$)/]

export function requestAddressOf(url: string): RequestAddress | null {
  if (!URL.canParse(url)) return null
  const { host, pathname } = new URL(url)
  const [, repository, number] = FORMS.map((form) => form.exec(pathname)).find((found) => found !== null) ?? []
  if (repository === undefined || number === undefined) return null
  return { host: host.toLowerCase(), repository: repository.toLowerCase(), number: number.replace(/^0+(?=\d)/, '') }
}
