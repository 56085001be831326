// A planner at work: random requests of one project over HTTP, the same for the same seed. Refusals are part of the
// story; only what the service makes of it is judged afterwards.

import type { TestUser } from '../../support/start-app.ts'

type Body = Record<string, unknown>

/** Numbers below 1, the same for the same seed (mulberry32). */
function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export interface Told {
  readonly projectId: string
  /** Every request with its answer, to be told when something is wrong. */
  readonly log: readonly string[]
}

const DAY_MS = 86_400_000
const STATUSES = ['BACKLOG', 'NOT_STARTED', 'IN_PROGRESS', 'REVIEW', 'ON_HOLD', 'COMPLETE']
const KINDS = ['ASAP', 'ALAP', 'SNET', 'SNLT', 'FNET', 'FNLT', 'MSO', 'MFO']

export class RandomStory {
  readonly #user: TestUser
  readonly #next: () => number
  readonly #todayMs: number
  readonly #log: string[] = []
  readonly #tasks: string[] = []
  readonly #deleted: string[] = []
  readonly #links: string[] = []
  readonly #operations: string[] = []
  #projectId = ''

  constructor(user: TestUser, seed: number, today: string) {
    this.#user = user
    this.#next = random(seed)
    this.#todayMs = Date.parse(today)
  }

  async tell(steps: number): Promise<Told> {
    await this.#begin()
    for (let step = 0; step < steps; step++) await this.#act()
    return { projectId: this.#projectId, log: this.#log }
  }

  async #begin(): Promise<void> {
    const fields = {
      name: 'Story',
      start_date: this.#day(-60, 20),
      timezone: this.#pick(['', 'Pacific/Auckland', 'America/Lima']),
    }
    const made = await this.#send('post', '/projects/', fields)
    this.#projectId = made.id as string
    if (this.#chance(0.4)) await this.#send('patch', `/projects/${made.id}/`, { status_date: this.#day(-40, 30) })
    if (this.#chance(0.4)) {
      const calendar = await this.#send('post', '/calendars/', {
        name: `C ${made.id}`,
        working_days: this.#pick([31, 63, 15, 127]),
      })
      await this.#send('post', `/calendars/${calendar.id}/exceptions/`, {
        exc_start: this.#day(0, 5),
        exc_end: this.#day(5, 12),
      })
      await this.#send('patch', `/projects/${made.id}/`, { calendar: calendar.id })
    }
    for (let count = 0; count < 4; count++) await this.#create()
  }

  #act(): Promise<unknown> {
    const { project, task } = { project: `/projects/${this.#projectId}`, task: this.#pick(this.#tasks) }
    const structure = (what: string, body?: Body) =>
      this.#keepOperation(this.#send('post', `${project}/tasks/${task}/${what}/`, body))
    const acts: [weight: number, act: () => Promise<unknown>][] = [
      [6, () => this.#create()],
      [12, () => this.#send('patch', `/tasks/${task}/`, this.#changes())],
      [7, () => this.#link()],
      [1, () => this.#send('delete', `/dependencies/${this.#pick(this.#links)}/`)],
      [2, () => this.#send('patch', `/dependencies/${this.#pick(this.#links)}/`, { lag: this.#whole(-4, 6) })],
      [3, () => this.#send('put', `/tasks/${task}/constraint/`, this.#constraint())],
      [2, () => this.#delete(task)],
      [1, () => this.#restore()],
      [2, () => structure('reparent', { new_parent_id: this.#chance(0.3) ? null : this.#pick(this.#tasks) })],
      [1, () => structure('indent')],
      [1, () => structure('outdent')],
      [
        1,
        () =>
          this.#keepOperation(
            this.#send('post', `${project}/tasks/group/`, { task_ids: [task, this.#pick(this.#tasks)] }),
          ),
      ],
      [1, () => this.#keepOperation(this.#send('post', `${project}/tasks/ungroup/`, { task_id: task }))],
      [1, () => this.#send('post', `/structural-operations/${this.#operations.pop()}/undo/`)],
      [1, () => this.#send('patch', `${project}/`, { status_date: this.#chance(0.3) ? null : this.#day(-40, 40) })],
      [1, () => this.#send('patch', `${project}/`, { start_date: this.#day(-60, 20) })],
      [1, () => this.#batch()],
    ]
    let place = this.#next() * acts.reduce((sum, [weight]) => sum + weight, 0)
    for (const [weight, act] of acts) {
      place -= weight
      if (place < 0) return act()
    }
    return Promise.resolve()
  }

  /** Some fields of a task, often such as contradict what it is. */
  #changes(): Body {
    const all: [string, () => unknown][] = [
      ['duration', () => this.#whole(0, 12)],
      ['status', () => this.#pick(STATUSES)],
      ['status', () => this.#pick(STATUSES)],
      ['percent_complete', () => this.#pick([0, 10, 33.3, 50, 99, 100])],
      ['planned_start', () => this.#date()],
      ['actual_start', () => this.#date()],
      ['actual_finish', () => this.#date()],
      ['is_milestone', () => this.#chance(0.5)],
      ['type', () => this.#pick(['task', 'epic', 'story'])],
    ]
    const count = this.#whole(1, 3)
    return Object.fromEntries(Array.from({ length: count }, () => this.#pick(all)).map(([key, make]) => [key, make()]))
  }

  #constraint(): Body {
    const kind = this.#pick(KINDS)
    const takesDate = kind !== 'ASAP' && kind !== 'ALAP'
    return {
      constraint_type: kind,
      constraint_date: takesDate ? this.#day(-20, 60) : null,
      deadline: this.#chance(0.3) ? this.#day(-20, 60) : null,
    }
  }

  async #create(): Promise<void> {
    const more = this.#chance(0.5) ? this.#changes() : {}
    const place = this.#chance(0.5) && this.#tasks.length > 0 ? { parent_id: this.#pick(this.#tasks) } : {}
    const isSubtask = 'parent_id' in place && this.#chance(0.15) ? { is_subtask: true } : {}
    const made = await this.#send('post', '/tasks/', {
      project: this.#projectId,
      name: `Task ${this.#tasks.length}`,
      duration: this.#whole(1, 9),
      ...more,
      ...place,
      ...isSubtask,
    })
    if (typeof made.id === 'string') this.#tasks.push(made.id)
  }

  async #link(): Promise<void> {
    const made = await this.#send('post', '/dependencies/', {
      predecessor: this.#pick(this.#tasks),
      successor: this.#pick(this.#tasks),
      dep_type: this.#pick(['FS', 'FS', 'SS', 'FF', 'SF']),
      lag: this.#chance(0.5) ? 0 : this.#whole(-4, 6),
    })
    if (typeof made.id === 'string') this.#links.push(made.id)
  }

  async #batch(): Promise<void> {
    const operations = [
      { op: 'update', id: this.#pick(this.#tasks), data: this.#changes() },
      { op: 'create', data: { name: 'Batch', parent_id: this.#pick(this.#tasks), ...this.#changes() } },
    ]
    const done = await this.#send('post', `/projects/${this.#projectId}/tasks/bulk/`, { operations })
    const created = (done.applied as { id: string; outcome: string }[] | undefined)?.filter(
      (row) => row.outcome === 'created',
    )
    this.#tasks.push(...(created ?? []).map((row) => row.id))
  }

  async #delete(task: string): Promise<void> {
    this.#deleted.push(task)
    await this.#send('delete', `/tasks/${task}/`)
  }

  #restore(): Promise<Body> {
    return this.#send('post', `/tasks/${this.#deleted.pop() ?? this.#pick(this.#tasks)}/restore/`)
  }

  async #keepOperation(answer: Promise<Body>): Promise<void> {
    const { operation_id: id } = await answer
    if (typeof id === 'string') this.#operations.push(id)
  }

  async #send(method: 'post' | 'put' | 'patch' | 'delete', path: string, body?: Body): Promise<Body> {
    const reply = await this.#user.request(method.toUpperCase(), path, body)
    this.#log.push(`${reply.status} ${method} ${path} ${body === undefined ? '' : JSON.stringify(body)}`)
    if (reply.status >= 500) throw new Error(`${this.#log.join('\n')}\n${reply.text}`)
    return reply.status < 300 ? ((reply.body ?? {}) as Body) : {}
  }

  #chance(share: number): boolean {
    return this.#next() < share
  }
  #whole(from: number, to: number): number {
    return from + Math.floor(this.#next() * (to - from + 1))
  }
  #pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#next() * list.length)] as T
  }
  /** A day so many days from today, at least and at most. */
  #day(from: number, to: number): string {
    return new Date(this.#todayMs + this.#whole(from, to) * DAY_MS).toISOString().slice(0, 10)
  }
  #date(): string | null {
    return this.#chance(0.2) ? null : this.#day(-50, 30)
  }
}
