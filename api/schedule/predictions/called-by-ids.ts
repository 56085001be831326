import type { DifferenceDocument, LinkDocument } from '../../../compute/diff/difference-document.ts'

/** Puts the ids of tasks where a difference has their numbers. */
export function calledByIds(document: DifferenceDocument, ids: ReadonlyMap<string, string>): DifferenceDocument {
  const called = (task: string) => ids.get(task) ?? task
  const isLink = (value: unknown): value is LinkDocument =>
    typeof value === 'object' && value !== null && 'predecessor' in value
  const link = <Value>(value: Value): Value =>
    isLink(value) ? { ...value, predecessor: called(value.predecessor), successor: called(value.successor) } : value
  const moved = <Row extends { task: string }>(row: Row): Row => ({ ...row, task: called(row.task) })
  return {
    ...document,
    steps: document.steps.map((step) => ({
      ...step,
      causes: step.causes.map((cause) => ({
        ...cause,
        task: cause.task === null ? null : called(cause.task),
        link: link(cause.link),
        before: link(cause.before),
        after: link(cause.after),
      })),
      moved: step.moved.map(moved),
    })),
    moved: document.moved.map(moved),
    left_critical_path: document.left_critical_path.map(called),
    joined_critical_path: document.joined_critical_path.map(called),
  }
}
