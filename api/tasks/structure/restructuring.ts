import type { EventDefinition } from '../../platform/events/define-event.ts'

/** Facts of one change of the tree. */
export interface Restructuring {
  /** What was done, for the undo record. */
  readonly name: string
  readonly event: EventDefinition<object>
  /** Rows a person named. */
  readonly touched: readonly string[]
  readonly createdIds?: readonly string[]
  readonly deletedIds?: readonly string[]
  readonly removedDependencyIds?: readonly string[]
}
