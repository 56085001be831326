/** Why dates of a project are stale, as stored: names may change until somebody asks. */
export interface StaleBecause {
  readonly code: string
  readonly detail: string
  /** The first of the tasks to blame that lie in the project. */
  readonly tasks: readonly { readonly id: string; readonly reason: string }[]
  readonly task_count: number
}
