import type { Services } from '../../context.ts'
import { isNotMigrated, notMigrated } from '../../db/migration-state.ts'
import { refusalOfDatabaseError } from '../../db/transaction.ts'
import { Refusal } from '../../errors.ts'
import { replyOfError, type SentReply, toSentReply } from '../reply.ts'

/** Every failure of a request becomes a reply here. What nobody expected is a bug: logged with context, told as a 500. */
export async function replyOfFailure(
  error: unknown,
  services: Pick<Services, 'log' | 'orm'>,
  facts: { requestId: string; route: string },
): Promise<SentReply> {
  const { log } = services
  const expected = replyOfError(error)
  if (expected) return expected
  const database = refusalOfDatabaseError(error)
  if (database instanceof Refusal) {
    log.warn({ ...facts, cause: errorFacts(error) }, 'database unavailable')
    return replyOfError(database) as SentReply
  }
  if (database) return toSentReply(400, { detail: 'A value is out of range or malformed.' })
  if (error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError')) {
    return toSentReply(503, { detail: 'The request took too long and was stopped.' }, { 'Retry-After': '5' })
  }
  if ((error as { code?: string })?.code === 'ENOSPC') {
    log.error({ ...facts }, 'disk full')
    return toSentReply(507, { detail: 'The server has no space left.' })
  }
  if (await isNotMigrated(services)) {
    const refusal = notMigrated()
    log.error({ ...facts }, refusal.message)
    return replyOfError(refusal) as SentReply
  }
  log.error({ ...facts, cause: errorFacts(error) }, 'unexpected failure')
  return toSentReply(500, { detail: 'Unexpected failure.', request_id: facts.requestId })
}

/** Name, message and stack; no database detail, which may quote rows. */
function errorFacts(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const code = (error as { code?: unknown }).code
  return { name: error.name, message: error.message.split('\n')[0], code, stack: error.stack }
}
