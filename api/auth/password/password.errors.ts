import { Refusal } from '../../platform/errors.ts'

/** Bad, unknown, used and expired links read alike. */
export function invalidResetToken(): Refusal {
  return new Refusal(400, 'This password-reset link is not valid or has expired.', { code: 'invalid_token' })
}

export function weakPassword(messages: readonly string[]): Refusal {
  return new Refusal(400, messages.join(' '), { code: 'weak_password', extra: { messages } })
}
