import type { z } from 'zod'
import type { Ask } from './ask.ts'

/** One question that an agent may ask, answered by reads of the API. */
export interface Tool {
  readonly name: string
  readonly description: string
  readonly input: z.ZodRawShape
  // biome-ignore lint/suspicious/noExplicitAny: a table of many inputs; each was checked where it was declared.
  readonly run: (ask: Ask, input: any) => Promise<unknown>
}

/** Checks one tool's types together and forgets them, so that tools fit into one table. */
export function tool<Shape extends z.ZodRawShape>(
  spec: Omit<Tool, 'input' | 'run'> & {
    readonly input: Shape
    readonly run: (ask: Ask, input: z.output<z.ZodObject<Shape>>) => Promise<unknown>
  },
): Tool {
  return spec
}
