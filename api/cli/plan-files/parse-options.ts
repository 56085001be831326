import { type ParseArgsConfig, parseArgs } from 'node:util'
import { UsageError } from '../usage-error.ts'

type Options = NonNullable<ParseArgsConfig['options']>

/** Arguments of a file command: what node's parser refuses is a usage error. */
export function parseOptions<const O extends Options>(args: string[], options: O) {
  try {
    return parseArgs({ args, options, allowPositionals: true, allowNegative: true })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

/** A whole number option within bounds, or the fallback when it was not given. */
export function wholeNumber(name: string, text: string | undefined, fallback: number, min: number): number {
  if (text === undefined) return fallback
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < min)
    throw new UsageError(`--${name} is "${text}", not a whole number of at least ${min}`)
  return value
}

export function onlyFile(positionals: readonly string[], command: string): string {
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0)
    throw new UsageError(`${command} takes one file, or - for plan JSON on standard input`)
  return file
}
