import type { TrackerIssue } from './tracker-issue.ts'

/** Answers in constant time whether one issue lies inside another: each gets the span of a walk spent inside it. */
export class IssueTree {
  readonly #enteredAt = new Map<string, number>()
  readonly #leftAt = new Map<string, number>()

  constructor(issues: readonly TrackerIssue[], parents: ReadonlyMap<string, string>) {
    const children = new Map<string, string[]>()
    for (const [child, parent] of parents) {
      const siblings = children.get(parent)
      if (siblings === undefined) children.set(parent, [child])
      else siblings.push(child)
    }
    let clock = 0
    for (const { key: root } of issues) {
      if (parents.has(root)) continue
      const open: { key: string; next: number }[] = [{ key: root, next: 0 }]
      this.#enteredAt.set(root, clock++)
      for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
        const child = children.get(top.key)?.[top.next]
        top.next += 1
        if (child === undefined) {
          this.#leftAt.set(top.key, clock++)
          open.pop()
        } else {
          this.#enteredAt.set(child, clock++)
          open.push({ key: child, next: 0 })
        }
      }
    }
  }

  isInside(key: string, ancestor: string): boolean {
    const entered = this.#enteredAt.get(key) ?? 0
    return (
      key !== ancestor && entered > (this.#enteredAt.get(ancestor) ?? 0) && entered < (this.#leftAt.get(ancestor) ?? 0)
    )
  }
}
