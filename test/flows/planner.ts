import { mulberry32 } from '../../fixtures/generate/random.ts'
import type { Answer } from '../support/client.ts'
import type { TestUser } from '../support/start-app.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies of every shape.
type Reply = Answer<any>

const STATUSES = ['BACKLOG', 'NOT_STARTED', 'IN_PROGRESS', 'REVIEW', 'ON_HOLD', 'COMPLETE']
const MODES = ['waterfall', 'scrum', 'kanban', 'milestone']
const GOVERNANCE = ['gated', 'flow', 'hybrid']
const LINKS = ['FS', 'SS', 'FF', 'SF']
const CONSTRAINTS = ['ASAP', 'ALAP', 'SNET', 'SNLT', 'FNET', 'FNLT', 'MSO', 'MFO']

/** What a planner remembers of the project: ids that were there once; others may have deleted them since. */
export interface Memory {
  readonly tasks: string[]
  readonly links: string[]
  /** Addresses that undo something. */
  readonly undos: string[]
}

/**
 * A person who edits one project at random, hurriedly and not always sensibly: dates in the future, progress without a
 * start, links in circles, deletions of what others work on. The same seed asks the same questions.
 */
export class Planner {
  readonly #user: TestUser
  readonly #project: string
  readonly #memory: Memory
  readonly #next: () => number

  constructor(user: TestUser, project: string, memory: Memory, seed: number) {
    this.#user = user
    this.#project = project
    this.#memory = memory
    this.#next = mulberry32(seed)
  }

  /** Asks one thing of the service. */
  async act(): Promise<Reply> {
    const deeds: [weight: number, deed: () => Promise<Reply>][] = [
      [20, () => this.#create()],
      [34, () => this.#edit()],
      [14, () => this.#link()],
      [4, () => this.#relink()],
      [10, () => this.#restructure()],
      [4, () => this.#bulk()],
      [3, () => this.#delete()],
      [3, () => this.#undo()],
      [2, () => this.#constrain()],
      [2, () => this.#classify()],
      [2, () => this.#reschedule()],
      [6, () => this.#look()],
    ]
    let point = this.#next() * deeds.reduce((sum, [weight]) => sum + weight, 0)
    for (const [weight, deed] of deeds) {
      point -= weight
      if (point < 0) return deed()
    }
    return this.#look()
  }

  #pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.#next() * items.length)] as T
  }

  #maybe(chance: number): boolean {
    return this.#next() < chance
  }

  #task(): string {
    return this.#memory.tasks.length === 0 ? crypto.randomUUID() : this.#pick(this.#memory.tasks)
  }

  /** Around the start of the project, now and then years away from it. */
  #day(): string {
    const offset = this.#maybe(0.05) ? Math.floor(this.#next() * 4000) : Math.floor(this.#next() * 240) - 60
    return new Date(Date.UTC(2026, 5, 1) + offset * 86_400_000).toISOString().slice(0, 10)
  }

  #fields(): Record<string, unknown> {
    const days = Math.floor(this.#next() * 12)
    const choices: Record<string, () => unknown> = {
      name: () => `Work ${Math.floor(this.#next() * 1e6)}`,
      status: () => this.#pick(STATUSES),
      duration: () => days,
      percent_complete: () => this.#pick([0, 1, 25, 50, 99.5, 100]),
      planned_start: () => (this.#maybe(0.2) ? null : this.#day()),
      actual_start: () => (this.#maybe(0.3) ? null : this.#day()),
      actual_finish: () => (this.#maybe(0.3) ? null : this.#day()),
      is_milestone: () => this.#maybe(0.3),
      delivery_mode: () => this.#pick(MODES),
      governance_class: () => this.#pick(GOVERNANCE),
      type: () => (this.#maybe(0.15) ? 'epic' : this.#pick(['task', 'story', 'bug'])),
      notes: () => 'A word',
      optimistic_duration: () => days,
      most_likely_duration: () => days + 2,
      pessimistic_duration: () => days + 7,
    }
    const names = Object.keys(choices)
    const count = 1 + Math.floor(this.#next() * 2.5)
    return Object.fromEntries(
      Array.from({ length: count }, () => this.#pick(names)).map((name) => [name, choices[name]?.()]),
    )
  }

  async #create(): Promise<Reply> {
    const parent = this.#maybe(0.6)
      ? { parent_id: this.#task(), ...(this.#maybe(0.1) ? { is_subtask: true } : {}) }
      : {}
    const body = { project: this.#project, name: 'New', duration: 3, ...this.#fields(), ...parent }
    const reply = await this.#user.post('/tasks/', body)
    if (reply.status === 201) this.#memory.tasks.push(reply.body.id)
    return reply
  }

  #edit(): Promise<Reply> {
    return this.#user.patch(`/tasks/${this.#task()}/`, this.#fields())
  }

  async #link(): Promise<Reply> {
    const body = {
      predecessor: this.#task(),
      successor: this.#task(),
      dep_type: this.#pick(LINKS),
      lag: this.#pick([0, 0, 0, 1, 5, -2, -30]),
      lag_unit: this.#maybe(0.1) ? 'elapsed' : 'working',
    }
    const reply = await this.#user.post('/dependencies/', body)
    if (reply.status === 201) this.#memory.links.push(reply.body.id)
    return reply
  }

  #relink(): Promise<Reply> {
    const { links } = this.#memory
    const address = `/dependencies/${links.length === 0 ? crypto.randomUUID() : this.#pick(links)}/`
    return this.#maybe(0.5)
      ? this.#user.delete(address)
      : this.#user.patch(address, { lag: Math.floor(this.#next() * 9) - 4, dep_type: this.#pick(LINKS) })
  }

  async #restructure(): Promise<Reply> {
    const tasks = `/projects/${this.#project}/tasks`
    const task = this.#task()
    const moves: (() => Promise<Reply>)[] = [
      () => this.#user.post(`${tasks}/${task}/indent/`),
      () => this.#user.post(`${tasks}/${task}/outdent/`),
      () => this.#user.post(`${tasks}/${task}/reparent/`, { new_parent_id: this.#maybe(0.3) ? null : this.#task() }),
      () => this.#user.post(`${tasks}/group/`, { task_ids: [task, this.#task(), this.#task()], name: 'Phase' }),
      () => this.#user.post(`${tasks}/ungroup/`, { task_id: task }),
    ]
    const reply = await this.#pick(moves)()
    this.#remember(reply, 'structural-operations')
    if (reply.status === 200 && reply.body.container) this.#memory.tasks.push(reply.body.container.id)
    return reply
  }

  async #bulk(): Promise<Reply> {
    const operations = Array.from({ length: 1 + Math.floor(this.#next() * 6) }, () => {
      const kind = this.#next()
      if (kind < 0.5) return { op: 'create', id: crypto.randomUUID(), data: { name: 'Pasted', ...this.#fields() } }
      return kind < 0.97 ? { op: 'update', id: this.#task(), data: this.#fields() } : { op: 'delete', id: this.#task() }
    })
    const body = { operations, ...(this.#maybe(0.4) ? { origin: 'paste' } : {}) }
    const reply = await this.#user.post(`/projects/${this.#project}/tasks/bulk/`, body)
    for (const row of reply.body?.applied ?? []) if (row.outcome === 'created') this.#memory.tasks.push(row.id)
    this.#remember(reply, 'paste-many-operations')
    return reply
  }

  #delete(): Promise<Reply> {
    return this.#maybe(0.3)
      ? this.#user.delete(`/tasks/${this.#task()}/`)
      : this.#user.post(`/tasks/${this.#task()}/restore/`)
  }

  #undo(): Promise<Reply> {
    const { undos } = this.#memory
    const recent = undos.slice(-4)
    return this.#user.post(
      recent.length === 0 ? `/structural-operations/${crypto.randomUUID()}/undo/` : this.#pick(recent),
    )
  }

  #constrain(): Promise<Reply> {
    const kind = this.#pick(CONSTRAINTS)
    const isDated = kind !== 'ASAP' && kind !== 'ALAP'
    const body = { constraint_type: kind, ...(isDated ? { constraint_date: this.#day() } : {}) }
    return this.#user.put(`/tasks/${this.#task()}/constraint/`, body)
  }

  async #classify(): Promise<Reply> {
    const body = { subtree: this.#task(), governance_class: this.#pick(GOVERNANCE) }
    const reply = await this.#user.post(`/projects/${this.#project}/tasks/classification/`, body)
    this.#remember(reply, 'cascade-classification-operations')
    return reply
  }

  #reschedule(): Promise<Reply> {
    const body = this.#maybe(0.5) ? { status_date: this.#maybe(0.5) ? null : this.#day() } : { start_date: this.#day() }
    return this.#user.patch(`/projects/${this.#project}/`, body)
  }

  #look(): Promise<Reply> {
    return this.#user.get(
      this.#pick([
        `/tasks/?project=${this.#project}&page_size=500`,
        `/projects/${this.#project}/status-summary/`,
        `/projects/${this.#project}/`,
        `/tasks/${this.#task()}/`,
        '/tasks/trash/',
      ]),
    )
  }

  #remember(reply: Reply, collection: string): void {
    const id = reply.body?.operation_id
    if (typeof id === 'string') this.#memory.undos.push(`/${collection}/${id}/undo/`)
  }
}
