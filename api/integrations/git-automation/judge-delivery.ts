import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Services } from '../../platform/context.ts'
import { openSecret } from '../../platform/secrets-box.ts'
import type { GitAutomationRow } from './git-automation.queries.ts'
import type { RefusalOutcome } from './git-automation.schema.ts'
import type { GitProvider } from './read-event.ts'

export const gitPurpose = (projectId: string) => `git:${projectId}`

interface Judged {
  readonly provider: GitProvider | null
  /** Null: the delivery is signed with the secret of the project. */
  readonly refusal: RefusalOutcome | null
}

/**
 * Whether a delivery may be believed. Every refusal looks alike from outside, and takes as long: the signature is computed
 * and compared also where there is nothing to compare with.
 */
export function judgeDelivery(
  services: Services,
  automation: GitAutomationRow | undefined,
  bytes: Buffer,
  header: (name: string) => string | undefined,
): Judged {
  const provider = providerOf(header)
  const secret = automation === undefined ? null : secretOf(services, automation)
  const isSigned = matches(provider, secret ?? 'nothing', bytes, header)
  const refusal = automation === undefined ? null : refusalOf({ automation, provider, secret, isSigned })
  return { provider, refusal }
}

function providerOf(header: (name: string) => string | undefined): GitProvider | null {
  if (header('X-GitHub-Event') !== undefined) return 'github'
  return header('X-Gitlab-Event') === undefined ? null : 'gitlab'
}

function secretOf(services: Services, { project_id, sealed_secret }: GitAutomationRow): string | null {
  try {
    return sealed_secret === null ? null : openSecret(services, gitPurpose(project_id), sealed_secret)
  } catch {
    return null
  }
}

interface Findings {
  readonly automation: GitAutomationRow
  readonly provider: GitProvider | null
  readonly secret: string | null
  readonly isSigned: boolean
}

function refusalOf({ automation, provider, secret, isSigned }: Findings): RefusalOutcome | null {
  if (!automation.enabled) return 'automation_disabled'
  if (automation.sealed_secret === null) return 'no_secret'
  if (provider === null) return 'unknown_provider'
  if (secret === null) return 'secret_unreadable'
  return isSigned ? null : 'bad_signature'
}

function matches(
  provider: GitProvider | null,
  secret: string,
  bytes: Buffer,
  header: (name: string) => string | undefined,
): boolean {
  const signature = `sha256=${createHmac('sha256', secret).update(bytes).digest('hex')}`
  const [told, expected] =
    provider === 'gitlab' ? [header('X-Gitlab-Token'), secret] : [header('X-Hub-Signature-256'), signature]
  return told !== undefined && isSame(told, expected)
}

/** Compares in a time that tells nothing, whatever the lengths are. */
function isSame(told: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text, 'utf8').digest()
  return timingSafeEqual(digest(told), digest(expected))
}
