import { relative } from 'node:path'
import type { Rate, Setting } from '../../platform/settings/setting-kinds.ts'
import { settingGroups } from '../../platform/settings/settings.ts'
import { noArguments } from '../words/parse-options.ts'

const WIDTH = 100

/** `svc settings`: what can be set, in the form of the file that sets it; nothing is set in it yet. */
export async function run(args: string[]): Promise<number> {
  noArguments(args, 'settings')
  process.stdout.write(settingsFile())
  return 0
}

/** Every setting with its meaning, what is allowed and its default, as comments that are taken off to change it. */
export function settingsFile(): string {
  const head =
    '# Settings of svc: the environment, or a file .env in the folder it is started in, which the environment wins over.\n'
  const tail = '# A secret is also read from a file that NAME_FILE names.\n'
  const groups = Object.entries(settingGroups).map(([title, group]) => {
    const rows = Object.entries(group as Record<string, Setting<unknown>>).map(([name, setting]) => row(name, setting))
    return `\n## ${title}\n\n${rows.join('\n')}`
  })
  return head + tail + groups.join('')
}

function row(name: string, { meaning, allowed, default: value }: Setting<unknown>): string {
  const lines = wrapped(`${meaning}; ${allowed}`).map((line) => `# ${line}\n`)
  return `${lines.join('')}#${name}=${valueText(value)}\n`
}

/** As it is written in the environment; nothing where nothing is set. */
function valueText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.join(',')
  if (typeof value === 'string') return value.startsWith(process.cwd()) ? relative('.', value) : value
  return typeof value === 'object' ? rateText(value as Rate) : String(value)
}

function rateText({ limit, windowSeconds }: Rate): string {
  const unit = { 1: 's', 60: 'min', 3600: 'hour', 86400: 'day' }[windowSeconds]
  return `${limit}/${unit}`
}

function wrapped(text: string): string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const last = lines.length - 1
    const line = lines[last] ?? ''
    if (line.length + word.length >= WIDTH) lines.push(word)
    else lines[last] = line === '' ? word : `${line} ${word}`
  }
  return lines
}
