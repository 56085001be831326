/** Numbers of tasks in files whose ids may begin at 0, which elsewhere stands for the project, be missing or come again. */
export class TaskNumbers {
  readonly #known = new Map<string, number>()
  readonly #taken = new Set<number>()
  #highest = 0

  /** Its own where that is free, else the next one. Of two tasks with one id, links mean the first. */
  take(id: string): number {
    const number = /^\d{1,9}$/.test(id) ? Number(id) : 0
    const isFree = number > 0 && !this.#taken.has(number)
    const uid = isFree ? number : this.#highest + 1
    this.#taken.add(uid)
    this.#highest = Math.max(this.#highest, uid)
    if (id !== '' && !this.#known.has(id)) this.#known.set(id, uid)
    return uid
  }

  of(id: string | undefined): number | undefined {
    return id === undefined ? undefined : this.#known.get(id)
  }
}
