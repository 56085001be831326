import { type ParseArgsConfig, parseArgs } from 'node:util'
import { closestName } from '../../platform/closest-name.ts'
import { UsageError } from '../usage-error.ts'
import type { CommandOption, CommandWords } from './command-words.ts'

type Parsed<O> = ReturnType<
  typeof parseArgs<{
    args: string[]
    options: O & ParseArgsConfig['options']
    allowPositionals: true
    allowNegative: true
  }>
>

/** Arguments of a command, by what it says of itself. What does not fit is a usage error that names what was meant. */
export function parseOptions<const O extends Readonly<Record<string, CommandOption>>>(
  args: string[],
  { name, options }: CommandWords & { readonly options: O },
): Parsed<O> {
  let parsed: Parsed<O>
  try {
    parsed = parseArgs({
      args,
      options: options as O & ParseArgsConfig['options'],
      allowPositionals: true,
      allowNegative: true,
    })
  } catch (error) {
    throw new UsageError(whatWasMeant(error as Error & { code?: string }, Object.keys(options), name))
  }
  for (const [option, { values }] of Object.entries(options)) {
    const given = (parsed.values as Record<string, unknown>)[option]
    if (values === undefined || typeof given !== 'string' || values.includes(given)) continue
    const meant = closestName(given, values)
    throw new UsageError(
      `--${option} is "${given}", not ${listed(values)}${meant === null ? '' : `; did you mean ${meant}?`}`,
    )
  }
  return parsed
}

function listed(values: readonly string[]): string {
  return values.length === 2 ? `${values[0]} or ${values[1]}` : `one of ${values.join(', ')}`
}

/** The parser's own words suggest things nobody means; an unknown option is answered with the one it is near to. */
function whatWasMeant(error: Error & { code?: string }, options: readonly string[], command: string): string {
  if (error.code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return withoutValue(error.message)
  if (error.code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return error.message
  const wrong = /'(-{1,2}[^']*?)'/.exec(error.message)?.[1] ?? ''
  const meant = closestName(wrong.replace(/^-+(no-)?/, ''), options)
  return `${command} has no option ${wrong}${meant === null ? '' : `; did you mean --${meant}?`}`
}

function withoutValue(message: string): string {
  const option = /'(?:-\w, )?(--[\w-]+)/.exec(message)?.[1] ?? ''
  if (/does not take an argument/.test(message)) return `${option} takes no value`
  const dashed = /ambiguous/.test(message) ? `; one that begins with a dash is written ${option}=-…` : ''
  return `${option} needs a value${dashed}`
}

/** A whole number option within bounds, or the fallback when it was not given. */
export function wholeNumber(name: string, text: string | undefined, fallback: number, min: number): number {
  if (text === undefined) return fallback
  const value = Number(text)
  if (text.trim() === '' || !Number.isSafeInteger(value) || value < min)
    throw new UsageError(`--${name} is "${text}", not a whole number of at least ${min}`)
  return value
}

export function onlyFile(positionals: readonly string[], command: string): string {
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0)
    throw new UsageError(`${command} takes one file, or - for plan JSON on standard input`)
  return file
}

/** For commands that take none. */
export function noArguments(args: readonly string[], command: string): void {
  if (args.length > 0) throw new UsageError(`${command} takes no arguments, but there is "${args[0]}"`)
}
