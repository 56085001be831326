import { setTimeout as sleep } from 'node:timers/promises'
import { type ServiceAnswer, type ServiceClient, ServiceUnreachable } from './service-client.ts'

const FIRST_POLL_MS = 200
const LONGEST_POLL_MS = 2_000
/** The schedule of a large program takes seconds, never minutes; the receipt is worth that wait. */
const DATE_CHECK_MS = 60_000

/** Asks until the import has ended and its dates are compared. Returns what the service says last. */
export async function followImport(
  client: ServiceClient,
  { path, timeoutMs }: { path: string; timeoutMs: number },
  onState: (state: string) => void,
): Promise<ServiceAnswer> {
  const deadline = Date.now() + timeoutMs
  let endedAt: number | null = null
  for (let pause = FIRST_POLL_MS; ; pause = Math.min(pause * 1.3, LONGEST_POLL_MS)) {
    const answer = await client.get(path)
    if (answer.status !== 200) return answer
    onState(stateOf(answer))
    if (hasEnded(answer)) {
      endedAt ??= Date.now()
      const isChecking = answer.body.summary?.date_check?.status === 'pending'
      if (!isChecking || Date.now() - endedAt > DATE_CHECK_MS) return answer
    }
    if (Date.now() > deadline) throw new ServiceUnreachable(`the import has not ended after ${timeoutMs / 1000} s`)
    await sleep(pause)
  }
}

function hasEnded({ body }: ServiceAnswer): boolean {
  return body.status !== 'pending' && body.status !== 'dispatched'
}

function stateOf({ body }: ServiceAnswer): string {
  if (body.status === 'pending') return 'waiting for a free worker'
  if (body.status === 'dispatched') {
    const rows = body.progress?.rows_done
    return rows === undefined ? 'reading and writing' : `${rows} rows written`
  }
  return body.summary?.date_check?.status === 'pending' ? 'comparing dates' : body.status
}
