import { overloaded, type Refusal } from '../../errors.ts'
import type { RawInput } from '../route.ts'

/** One writes, one waits for its lock inside the database, and one is on its way there. */
const UNDER_WAY = 3
/** Waiting longer is in vain: the caller is told to come back while it still listens. */
const WAIT_MS = 20_000
/** Bodies of all that wait, before parsing. */
const WAITING_BYTES = 64 * 2 ** 20
/** What one that waits holds beside its body. */
const REQUEST_BYTES = 8 * 1024
/** Share of the longest wait after which the pace of a line is known: its first pieces may be slow for other reasons. */
const KNOWN_AFTER = 1 / 3

export interface LineLimits {
  readonly underWay: number
  readonly waitMs: number
  readonly waitingBytes: number
}

interface Waiting {
  readonly bytes: number
  readonly cameMs: number
  readonly comeUp: () => void
  readonly refuse: (refusal: Refusal) => void
  readonly timer: NodeJS.Timeout
}

interface Line {
  underWay: number
  ended: number
  readonly sinceMs: number
  readonly waiting: Set<Waiting>
}

export type InLine = <T>(name: string, bytes: number, work: () => Promise<T>) => Promise<T>

/**
 * Lets few pieces of work of one name be under way at a time, the others in the order they came. Writers of one project
 * wait for its lock anyway: here they hold no connection while they do, so that readers and other projects find some.
 * Whoever the pace of the line says will wait in vain is refused as soon as that is known, the last first.
 */
export function createLines({ underWay, waitMs, waitingBytes }: LineLimits): InLine {
  const lines = new Map<string, Line>()
  let heldBytes = 0

  const leave = (line: Line, one: Waiting) => {
    if (!line.waiting.delete(one)) return
    clearTimeout(one.timer)
    heldBytes -= one.bytes
  }
  const wait = (line: Line, bytes: number): Promise<void> => {
    if (heldBytes + bytes > waitingBytes) throw tooMany()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const giveUp = () => {
      leave(line, one)
      reject(tooMany())
    }
    const timer = setTimeout(giveUp, waitMs).unref()
    const one: Waiting = { bytes, cameMs: performance.now(), comeUp: resolve, refuse: reject, timer }
    heldBytes += bytes
    line.waiting.add(one)
    return promise
  }
  /** Those who would not come up in time at the pace so far. */
  const refuseLast = (line: Line) => {
    const nowMs = performance.now()
    const goneMs = nowMs - line.sinceMs
    if (goneMs < waitMs * KNOWN_AFTER) return
    const paceMs = goneMs / line.ended
    for (const [place, one] of [...line.waiting].entries()) {
      if (nowMs - one.cameMs + place * paceMs <= waitMs) continue
      leave(line, one)
      one.refuse(tooMany())
    }
  }
  const endOne = (name: string, line: Line) => {
    line.ended++
    refuseLast(line)
    const [next] = line.waiting
    if (next) {
      leave(line, next)
      next.comeUp()
    } else if (--line.underWay === 0) lines.delete(name)
  }

  return async (name, bytes, work) => {
    const line = lines.get(name) ?? { underWay: 0, ended: 0, sinceMs: performance.now(), waiting: new Set() }
    lines.set(name, line)
    if (line.underWay < underWay) line.underWay++
    else await wait(line, bytes + REQUEST_BYTES)
    try {
      return await work()
    } finally {
      endOne(name, line)
    }
  }
}

const tooMany = () => overloaded('too many writes wait for their turn')

export const inLine = createLines({ underWay: UNDER_WAY, waitMs: WAIT_MS, waitingBytes: WAITING_BYTES })

const MAX_KNOWN = 50_000
/** The project of a row that a path named, as its scope told when it was last written. */
const projectOfRow = new Map<string, string>()

/** Whose writes a write stands in line with: those of its project where that is known, else of the row it names; null for neither. */
export function lineOf({ params, body }: RawInput): string | null {
  const named = params.id ?? (body as { project?: unknown } | null | undefined)?.project
  return typeof named === 'string' ? (projectOfRow.get(named) ?? named) : null
}

export function noteProject({ params }: RawInput, scope: unknown): void {
  const projectId = (scope as { projectId?: unknown } | null | undefined)?.projectId
  if (params.id === undefined || typeof projectId !== 'string' || params.id === projectId) return
  projectOfRow.set(params.id, projectId)
  for (const [oldest] of projectOfRow) {
    if (projectOfRow.size <= MAX_KNOWN) break
    projectOfRow.delete(oldest)
  }
}
