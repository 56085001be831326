import type { Ctx } from './context.ts'

/**
 * A place where a room lets one above it act in its own transaction, or tell what only that one knows. The room declares
 * the hook and calls it; the room above supplies the work through the table of the door (`api/server/supply-hooks.ts`).
 */
export interface Hook<Input, Result = void> {
  (ctx: Ctx<unknown>, input: Input): Promise<Result>
  supply(work: (ctx: Ctx<unknown>, input: Input) => Promise<Result>): void
}

/** Declares a hook. A call before anything was supplied is a bug of the door, so that no consequence is lost unseen. */
export function defineHook<Input, Result = void>(name: string): Hook<Input, Result> {
  let supplied: ((ctx: Ctx<unknown>, input: Input) => Promise<Result>) | undefined
  const call = (ctx: Ctx<unknown>, input: Input) => {
    if (supplied === undefined) throw new Error(`nothing is supplied for the hook ${name}`)
    return supplied(ctx, input)
  }
  return Object.assign(call, {
    supply(work: (ctx: Ctx<unknown>, input: Input) => Promise<Result>) {
      supplied = work
    },
  })
}

/** A list to which rooms above add parts that the room below knows by their shape alone. */
export interface Slot<Part> {
  parts(): readonly Part[]
  supply(parts: readonly Part[]): void
}

/** Declares a slot; the table of the door fills it like a hook. */
export function defineSlot<Part>(name: string): Slot<Part> {
  let supplied: readonly Part[] | undefined
  return {
    parts() {
      if (supplied === undefined) throw new Error(`nothing is supplied for the slot ${name}`)
      return supplied
    },
    supply(parts) {
      supplied = parts
    },
  }
}
