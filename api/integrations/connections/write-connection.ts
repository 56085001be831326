import type { Ctx } from '../../platform/context.ts'
import { notFound, Refusal, refuseUnless } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/queue/define-job.ts'
import { openSecret, sealSecret } from '../../platform/secrets-box.ts'
import { checkBaseUrl } from '../check-base-url.ts'
import { type TrackerAccess, TrackerRefused, tryTracker } from './ask-tracker.ts'
import { syncConnection } from './connection.jobs.ts'
import {
  type ConnectionRow,
  deleteItems,
  findConnection,
  lockConnection,
  saveConnection,
  updateConnection,
} from './connection.queries.ts'
import { type ConnectionInput, questionOf, type Source } from './connection.schema.ts'

export const connectionPurpose = (id: string) => `connection:${id}`

function baseUrlOf(ctx: Ctx<unknown>, { base_url, deployment }: ConnectionInput): string {
  const { config } = ctx.services
  // A tracker is asked over https; without it in development alone, as identity providers are.
  const allowsPlain = config.env === 'development'
  const suffix = deployment === 'cloud' ? { suffix: '.atlassian.net' } : {}
  return checkBaseUrl(config, base_url, { hosts: [], ...suffix, allowsPlain })
}

/** Tries what was entered at the tracker before it is stored. */
export async function tryConnection(ctx: Ctx<unknown>, input: ConnectionInput): Promise<void> {
  const { deployment, account_email, secret } = input
  const base_url = baseUrlOf(ctx, input)
  if (deployment === 'cloud' && account_email === '') throw verificationFailed('missing_email')
  const access = { base_url, deployment, account_email, secret }
  try {
    await tryTracker({ config: ctx.services.config, access, signal: ctx.signal }, questionOf(input))
  } catch (error) {
    throw error instanceof TrackerRefused ? verificationFailed(error.fault) : error
  }
}

function verificationFailed(reason: string): Refusal {
  const detail = 'The tracker did not accept what was entered, so that it was not stored.'
  return new Refusal(422, detail, { code: 'source_verification_failed', extra: { reason } })
}

/** Stores what was entered and asks for the work at once. Work of another tracker or person goes. */
export async function putConnection(ctx: Ctx<unknown>, source: Source, input: ConnectionInput): Promise<ConnectionRow> {
  const stored = await lockConnection(ctx, source)
  const id = stored?.id ?? newId()
  const { secret, ...entered } = { ...input, base_url: baseUrlOf(ctx, input) }
  const sealed_secret = sealSecret(ctx.services, connectionPurpose(id), secret)
  const isOther = stored?.base_url !== entered.base_url || stored.account_email !== entered.account_email
  if (stored && isOther) await deleteItems(ctx, id)
  await saveConnection(ctx, source, { id, ...entered, sealed_secret })
  const saved = await loadConnection(ctx, source)
  enqueue(ctx, syncConnection, { connectionId: saved.id })
  return saved
}

export async function patchConnection(ctx: Ctx<unknown>, source: Source, pollEnabled: boolean | undefined) {
  const { id } = await loadConnection(ctx, source)
  if (pollEnabled !== undefined) await updateConnection(ctx, id, { poll_enabled: pollEnabled })
  return loadConnection(ctx, source)
}

export async function loadConnection(ctx: Ctx<unknown>, source: Source): Promise<ConnectionRow> {
  const row = await findConnection(ctx, source)
  refuseUnless(row, notFound)
  return row
}

/** How a tracker is asked; null where the secret was sealed with another key, which is as good as none. */
export function accessOf(ctx: Pick<Ctx, 'services'>, row: ConnectionRow): TrackerAccess | null {
  const { base_url, deployment, account_email } = row
  try {
    const secret = openSecret(ctx.services, connectionPurpose(row.id), row.sealed_secret)
    return { base_url, deployment, account_email, secret }
  } catch {
    return null
  }
}
