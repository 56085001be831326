import { wrapText } from '../output/wrap-text.ts'
import { type CommandWords, optionForm, optionText, synopsis } from './command-words.ts'
import { everyCommand } from './every-command.ts'

/** The longest form that explanations still stand beside; longer ones have theirs on the next line. */
const BESIDE = 30

/** What `svc help` prints. */
export function helpText(width: number): string {
  const rows = everyCommand.map(({ name, summary }) => [name, summary] as const)
  const tail = '`svc help <command>` explains its options with examples; `svc --version` prints the version.'
  return `usage: svc <command> [options]\n\n${definitions(rows, width)}\n${wrapText(tail, width)}\n`
}

/** What `svc <command> --help` prints. */
export function commandHelp(command: CommandWords, width: number): string {
  const options = Object.entries(command.options).map(
    ([name, option]) => [optionForm(name, option), optionText(option)] as const,
  )
  const parts = [
    `usage: ${synopsis(command)}\n`,
    `${wrapText(sentence(command.summary), width)}\n${command.more === undefined ? '' : `\n${wrapText(command.more, width)}\n`}`,
    definitions(
      command.arguments.map(({ form, summary }) => [form, summary] as const),
      width,
    ),
    options.length === 0 ? '' : `Options:\n${definitions(options, width)}`,
    command.examples.length === 0
      ? ''
      : `Examples:\n${command.examples.map(({ line, does }) => `  ${line}\n      ${does}\n`).join('')}`,
  ]
  return parts.filter((part) => part !== '').join('\n')
}

function definitions(rows: readonly (readonly [form: string, text: string])[], width: number): string {
  const column = Math.min(BESIDE, Math.max(0, ...rows.map(([form]) => form.length))) + 4
  return rows
    .map(([form, text]) => {
      const lines = wrapText(text, Math.max(24, width - column)).split('\n')
      const indented = lines.map((line) => `${' '.repeat(column)}${line}\n`).join('')
      return form.length > BESIDE ? `  ${form}\n${indented}` : `  ${form}${indented.slice(form.length + 2)}`
    })
    .join('')
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
