import { newId } from '../../../../api/platform/ids.ts'
import type { TestUser } from '../../../support/start-app.ts'

export interface Row {
  readonly id: string
  readonly server_version: number
  readonly name: string
  readonly notes: string
  readonly duration: number
  readonly parent_id: string | null
  readonly is_phase: boolean
  readonly [field: string]: unknown
}

type Edit = Partial<Pick<Row, 'name' | 'notes' | 'duration'>>

/** What was done of one task since the last push; `base` is the version that the first edit started from. */
interface Pending {
  created?: Edit & { parent_id: string | null }
  edit?: Edit
  base?: number
  isDeleted?: boolean
}

const MAX_ROUNDS = 10

/** A planner's client: it keeps the project, works on while offline, and brings both together when it can. */
export class OfflineClient {
  /** As its planner sees them. */
  readonly rows = new Map<string, Row>()
  readonly pending = new Map<string, Pending>()
  #since = 0
  readonly #user: TestUser
  readonly #path: string
  readonly #pageSize: number

  constructor(user: TestUser, projectId: string, pageSize: number) {
    this.#user = user
    this.#path = `/projects/${projectId}/sync/`
    this.#pageSize = pageSize
  }

  create(parentId: string | null, name: string): string {
    const id = newId()
    const created = { name, duration: 2, parent_id: parentId }
    this.pending.set(id, { created })
    this.rows.set(id, { id, server_version: 0, notes: '', is_phase: false, ...created })
    return id
  }

  edit(id: string, edit: Edit): void {
    const row = this.rows.get(id) as Row
    const known = this.pending.get(id) ?? {}
    if (known.created) Object.assign(known.created, edit)
    else this.pending.set(id, { base: row.server_version, ...known, edit: { ...known.edit, ...edit } })
    this.rows.set(id, { ...row, ...edit })
  }

  delete(id: string): void {
    if (this.pending.get(id)?.created) this.pending.delete(id)
    else this.pending.set(id, { isDeleted: true })
    this.#drop(id)
  }

  /** Pulls, pushes and pulls until nothing is left to say. `repeats`: the first reply gets lost. */
  async sync(repeats: boolean): Promise<void> {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      await this.pull()
      if (this.pending.size === 0) return
      await this.#push(repeats)
    }
    throw new Error(`still pending after ${MAX_ROUNDS} rounds: ${JSON.stringify([...this.pending])}`)
  }

  /** What was pulled replaces what is known, below what was done since. */
  async pull(): Promise<void> {
    let cursor: string | null = ''
    let timestamp = 0
    while (cursor !== null) {
      const query: string = `?since=${this.#since}&page_size=${this.#pageSize}&cursor=${encodeURIComponent(cursor)}`
      const { status, body, text } = await this.#user.get(this.#path + query)
      if (status !== 200) throw new Error(text)
      for (const row of body.changes.tasks.updated as Row[]) this.#take(row)
      for (const id of body.changes.tasks.deleted as string[]) this.#forget(id)
      timestamp = body.timestamp
      cursor = body.next_cursor
    }
    this.#since = timestamp
  }

  async #push(repeats: boolean): Promise<void> {
    const all = [...this.pending]
    const tasks = {
      created: all.flatMap(([id, { created }]) => (created ? [{ id, ...created }] : [])),
      updated: all.flatMap(([id, { edit, base }]) => (edit ? [{ id, ...edit, base_version: base }] : [])),
      deleted: all.flatMap(([id, { isDeleted }]) => (isDeleted ? [id] : [])),
    }
    const batch = { client_batch_id: newId(), changes: { tasks } }
    if (repeats) await this.#user.post(this.#path, batch)
    const { status, body, text } = await this.#user.post(this.#path, batch)
    // Somebody deleted what a row lies in: the next pull tells.
    if (status === 400 && 'changes' in body) return
    if (status !== 200) throw new Error(`${status} ${text}`)
    // What others changed stands, and what the rules made of it: the next pull tells.
    this.pending.clear()
  }

  #take(row: Row): void {
    const pending = this.pending.get(row.id)
    if (pending?.isDeleted) return
    this.rows.set(row.id, { ...row, ...pending?.edit })
  }

  #forget(id: string): void {
    this.pending.delete(id)
    this.#drop(id)
  }

  /** With everything below it that this client knows of. */
  #drop(id: string): void {
    this.rows.delete(id)
    for (const row of [...this.rows.values()]) {
      if (row.parent_id !== id) continue
      this.pending.delete(row.id)
      this.#drop(row.id)
    }
  }
}
