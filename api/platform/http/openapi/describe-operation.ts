import { isWrite, type Route } from '../route.ts'

const CALLERS: Readonly<Record<string, string>> = {
  account: 'Called with a session or a personal token of full scope.',
  session: 'Called with a session; tokens are refused.',
  integration: 'Called with a token of a project or program.',
  public: 'No sign-in is needed.',
}

/** What is true of an operation beyond its summary, as its entry in the table of routes says it. */
export function describeOperation(route: Route): string {
  const sentences = [CALLERS[route.audience ?? 'account'], agents(route), archived(route), keyed(route), reply(route)]
  return [...sentences, limits(route)].filter(Boolean).join(' ')
}

function agents({ agentReadable }: Route): string {
  if (!agentReadable) return ''
  const rate = agentReadable === 'compute' ? ', counted by the narrower rate of computations' : ''
  return `Tokens with the scope \`mcp:read\` may call it${rate}.`
}

function archived(route: Route): string {
  if (!isWrite(route) || !route.scope) return ''
  return route.whenArchived === 'allowed' ? 'Archived projects take it too.' : 'Refused (403) where it is archived.'
}

function keyed(route: Route): string {
  return isWrite(route) && route.idempotency ? `Takes no \`Idempotency-Key\`: ${route.idempotency.exempt}.` : ''
}

function reply(route: Route): string {
  if (route.takesRefreshCookie) return 'Reads the refresh cookie, from pages of the origins that are let in.'
  return route.holdsSecret ? 'The reply holds a secret that is not shown again by a cache.' : ''
}

function limits({ limits }: Route): string {
  const names = (limits ?? []).map(({ name }) => `\`${name}\``)
  return names.length === 0
    ? ''
    : `Counted by ${names.length === 1 ? 'a limit of its own' : 'limits of its own'}: ${names.join(', ')}.`
}
