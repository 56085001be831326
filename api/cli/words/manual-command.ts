import packageJson from '../../../package.json' with { type: 'json' }
import { type CommandWords, optionForm, optionText, synopsis } from './command-words.ts'
import { everyCommand } from './every-command.ts'
import { noArguments } from './parse-options.ts'

/** `svc manual`: the manual page. */
export async function run(args: string[]): Promise<number> {
  noArguments(args, 'manual')
  process.stdout.write(manualPage())
  return 0
}

/** A page in the language of `man`, made of what the commands say of themselves. */
export function manualPage(): string {
  return [
    `.TH SVC 1 "" "svc ${packageJson.version}" "User Commands"`,
    '.SH NAME',
    'svc \\- schedules, forecasts and conversions of plans, and the service that keeps them',
    '.SH SYNOPSIS',
    '.B svc',
    '.I command',
    '[options]',
    '.SH COMMANDS',
    ...everyCommand.flatMap(section),
    '.SH "EXIT STATUS"',
    '0 done, 1 something unexpected, 2 the input or the command line was refused.',
    '.SH ENVIRONMENT',
    '.B COLUMNS',
    'sets the width of tables and',
    '.B NO_COLOR',
    'keeps them without colour;',
    '.B svc settings',
    'prints every setting of the service.',
    '',
  ].join('\n')
}

function section(command: CommandWords): string[] {
  return [
    `.SS "${roff(synopsis(command))}"`,
    `${roff(command.summary)}.`,
    ...(command.more === undefined ? [] : ['.PP', roff(command.more)]),
    ...command.arguments.flatMap(({ form, summary }) => ['.TP', `.I "${roff(form)}"`, roff(summary)]),
    ...Object.entries(command.options).flatMap(([name, option]) => [
      '.TP',
      `.B "${roff(optionForm(name, option))}"`,
      roff(optionText(option)),
    ]),
    ...command.examples.flatMap(({ line, does }) => [
      '.PP',
      `${roff(does)}:`,
      '.PP',
      '.RS',
      '.nf',
      roff(line),
      '.fi',
      '.RE',
    ]),
  ]
}

/** What `man` would take for its own: backslashes, hyphens, quotes, and a dot or apostrophe that begins a line. */
function roff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('"', '\\(dq')
    .replaceAll('…', '...')
    .replaceAll('’', '\\(cq')
    .replace(/^([.'])/, '\\&$1')
}
