/** Every place of the sources that refuses something, by what its answer looks like. */
import { globSync, readFileSync } from 'node:fs'

/** The rooms whose refusals are listed, each with a test that is told it: what hangs on tasks and projects, and sprints. */
export const ROOMS = [
  ...[
    'acceptance',
    'attachments',
    'backlog',
    'baselines',
    'board',
    'comments',
    'custom-fields',
    'dependencies',
    'flow',
  ],
  ...['history', 'labels', 'links', 'notes', 'offline-sync', 'overview', 'phases', 'recurrence', 'risks', 'search'],
  ...['signals', 'slip-conflicts', 'sprints', 'task-relations', 'tasks', 'schedule/questions', 'schedule/predictions'],
]
/** Elsewhere, and told by many of them. */
const FILES = [
  'platform/concurrent-edits.ts',
  'platform/http/steps/idempotency.ts',
  'programs/ceremonies/write-ceremony.ts',
]

export interface RefusalSite {
  /** Below `api/`. */
  readonly file: string
  /** How the list calls it: what a caller branches on, and the words. */
  readonly line: string
  matches(answer: { readonly status: number; readonly text: string }): boolean
}

const TEXT = String.raw`'(?:[^'\\\n]|\\.)*'|\x60(?:[^\x60\\$]|\\.|\$\{(?:[^{}\x60]|\x60[^\x60]*\x60)*\}|\$)*\x60`
const REFUSALS = [
  { pattern: new RegExp(String.raw`new Refusal\(\s*(\d{3}),\s*(${TEXT}|[\w.]+)`, 'g'), kind: 'detail' },
  { pattern: new RegExp(String.raw`\bfieldError\(\s*(${TEXT}|[\w.]+),\s*(${TEXT}|[\w.()]+)`, 'g'), kind: 'field' },
  { pattern: new RegExp(String.raw`new FieldErrors\(\{\s*(\w+): \[\s*(${TEXT}|[\w.]+)`, 'g'), kind: 'field' },
  { pattern: new RegExp(String.raw`\brefusal\(\s*('[a-z_]+'),\s*(${TEXT})`, 'g'), kind: 'code' },
  { pattern: new RegExp(String.raw`new (BareListRefusal)\(\[(${TEXT})`, 'g'), kind: 'list' },
] as const

/** All of them, without those whose words are those of another in the same file. */
export function refusalSites(): RefusalSite[] {
  const files = [...ROOMS.flatMap((room) => globSync(`api/${room}/**/*.ts`)), ...FILES.map((file) => `api/${file}`)]
  return files.sort().flatMap((file) => sitesOf(file.slice('api/'.length), readFileSync(file, 'utf8')))
}

function sitesOf(file: string, source: string): RefusalSite[] {
  const sites = new Map<string, RefusalSite>()
  for (const { pattern, kind } of REFUSALS) {
    for (const found of source.matchAll(pattern)) {
      const [whole, first = '', second = ''] = found
      const end = found.index + whole.length
      const words = wordsOf(second, source.slice(0, found.index))
      const status = kind === 'detail' ? Number(first) : kind === 'code' ? helperStatus(source) : 400
      const code = kind === 'detail' ? codeOf(source.slice(end, end + 200)) : kind === 'code' ? unquoted(first) : null
      if (kind === 'detail' && /^,\s*\{ code\b(?!:)/.test(source.slice(end, end + 40))) continue
      const told = kind === 'field' ? `field ${unquoted(first)}` : kind === 'list' ? 'list' : (code ?? 'detail')
      const line = `${status} ${told} | ${words ?? '…'}`
      sites.set(line, {
        file,
        line,
        matches: (answer) =>
          answer.status === status &&
          (code === null || new RegExp(`"code":"${patternOf(code)}"`).test(answer.text)) &&
          (words === null || new RegExp(patternOf(JSON.stringify(words).slice(1, -1))).test(answer.text)),
      })
    }
  }
  return [...sites.values()]
}

/** The words of a refusal: as they stand there, or those of the constant of that name above. */
function wordsOf(text: string, before: string): string | null {
  if (isQuoted(text)) return unquoted(text)
  // Not those of a function above.
  const within = before.slice(
    before.search(/\n(export )?(async )?function (?![\s\S]*\nfunction )(?![\s\S]*\n(export )?(async )?function )/),
  )
  const named = [...within.matchAll(new RegExp(String.raw`const ${text.split(/\W/)[0]} =\s*(${TEXT})`, 'g'))].at(-1)
  return named?.[1] ? unquoted(named[1]) : null
}

function codeOf(after: string): string | null {
  const [, code] = new RegExp(String.raw`^[^;]*?\bcode: (${TEXT})`, 's').exec(after.split('Refusal(')[0] ?? '') ?? []
  return code ? unquoted(code) : null
}

/** Files with many refusals of one status make them by a `refusal(code, detail)` of their own. */
function helperStatus(source: string): number {
  return Number(/function refusal\([\s\S]*?new Refusal\((\d{3})/.exec(source)?.[1])
}

const isQuoted = (text: string) => text.startsWith("'") || text.startsWith('`')
const unquoted = (text: string) => (isQuoted(text) ? text.slice(1, -1).replace(/\s*\n\s*/g, ' ') : text)

/** What stands in `${}` may be anything. */
function patternOf(text: string): string {
  return text
    .split(/\$\{(?:[^{}]|\{[^{}]*\})*\}(?:`\)\.join\([^)]*\)\})?/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*')
}
