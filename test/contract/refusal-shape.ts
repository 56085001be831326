import type { Answer } from '../support/client.ts'

const REFUSALS = new Set([400, 401, 402, 403, 404, 409, 410, 413, 415, 422, 429])
/** The operations that refuse with a bare list of messages (7.1). */
const BARE_LISTS = /^POST \/(dependencies\/\{id\}\/(accept|reject)|slip-conflicts\/\{id\}\/acknowledge)\/$/

/** The one that says of a sound request that it is not done yet (4.3). */
const NOT_DONE_YET = 'POST /programs/{id}/split/'

/** The upload whose refusals name its field also where it is too large or of another kind. */
const PICTURE = 'POST /workspace/logo/'

/** What is wrong with an answer: a status that is neither success nor refusal, or a refusal in neither shape of 7.1 and 7.2. */
export function faultOf(name: string, { status, body, text }: Answer<unknown>): string | null {
  if (status < 400) return null
  const isExpected = REFUSALS.has(status) || (status === 501 && name === NOT_DONE_YET)
  if (!isExpected) return `${status} ${text.slice(0, 300)}`
  if (Array.isArray(body)) {
    const isAllowed = BARE_LISTS.test(name) && body.every((message) => typeof message === 'string')
    return isAllowed ? null : `a list: ${text.slice(0, 200)}`
  }
  if (body === null || typeof body !== 'object') return `not an object: ${status} ${text.slice(0, 200)}`
  const { detail, code } = body as Record<string, unknown>
  if (typeof detail === 'string')
    return code === undefined || typeof code === 'string' ? null : `code: ${text.slice(0, 200)}`
  const mayNameFields = status === 400 || (name === PICTURE && (status === 413 || status === 415))
  return mayNameFields && areMessages(body) ? null : `neither shape: ${status} ${text.slice(0, 200)}`
}

/** Lists of messages by field, nested like the body they speak of. */
function areMessages(value: unknown): boolean {
  if (value === null || typeof value !== 'object') return false
  if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string')) return true
  const inner = Object.values(value)
  return Array.isArray(value)
    ? inner.every((item) => areMessages(item) || isEmptyObject(item))
    : inner.length > 0 && inner.every(areMessages)
}

function isEmptyObject(value: unknown): boolean {
  return value !== null && typeof value === 'object' && Object.keys(value).length === 0
}
