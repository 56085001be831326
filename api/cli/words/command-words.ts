// What a command says of itself. Its options are declared here once: the parser, the help, the completion of shells and
// the manual page are made of it, and none of the command's own modules is loaded for that.

/** An option of a command. `--no-NAME` turns a switch off. */
export interface CommandOption {
  readonly type: 'boolean' | 'string'
  readonly multiple?: true
  /** How help calls the value, such as FILE or N. */
  readonly value?: string
  /** All the values it may have, where they are few. */
  readonly values?: readonly string[]
  /** What holds when it is not given, in words. */
  readonly fallback?: string
  readonly summary: string
}

export interface CommandArgument {
  /** As the synopsis shows it: `<file | ->`. */
  readonly form: string
  readonly summary: string
}

export interface CommandExample {
  readonly line: string
  readonly does: string
}

export interface CommandWords {
  readonly name: string
  readonly summary: string
  /** What the summary leaves open, in whole sentences. */
  readonly more?: string
  readonly arguments: readonly CommandArgument[]
  readonly options: Readonly<Record<string, CommandOption>>
  readonly examples: readonly CommandExample[]
}

/** Keeps the literal types, from which the parser infers what each option holds. */
export function words<const W extends CommandWords>(command: W): W {
  return command
}

/** An option with its value, as help and manual show it: `--runs N`. */
export function optionForm(name: string, { value, values, multiple }: CommandOption): string {
  const shown = value ?? (values === undefined ? '' : values.join('|'))
  return `--${name}${shown === '' ? '' : ` ${shown}`}${multiple ? ' …' : ''}`
}

/** All that is known of an option in one sentence: what it does, its values and its default. */
export function optionText({ summary, value, values, fallback }: CommandOption): string {
  const list = values === undefined || value === undefined ? '' : `: ${values.join(', ')}`
  return `${summary}${list}${fallback === undefined ? '' : ` (default: ${fallback})`}`
}

export function synopsis({ name, arguments: given, options }: CommandWords): string {
  const tail = Object.keys(options).length === 0 ? '' : '[options]'
  return ['svc', name, ...given.map(({ form }) => form), tail].filter(Boolean).join(' ')
}
