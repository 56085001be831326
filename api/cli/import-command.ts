import { createHash, randomUUID } from 'node:crypto'
import path from 'node:path'
import { chooseDoor, type Door } from './import-file/choose-door.ts'
import { followImport } from './import-file/follow-import.ts'
import { clean, importText } from './import-file/print-import.ts'
import { type ServiceAnswer, ServiceClient, ServiceUnreachable } from './import-file/service-client.ts'
import { FileTrouble } from './output/file-trouble.ts'
import { formatOf, layoutFor } from './output/layout.ts'
import { asSentence, printRefusal } from './plan-files/print-refusal.ts'
import { readInput } from './plan-files/read-input.ts'
import { remedyOf } from './plan-files/refusal-remedy.ts'
import { UsageError } from './usage-error.ts'
import { onlyFile, parseOptions, wholeNumber } from './words/parse-options.ts'
import { importWords } from './words/service-words.ts'

const DEFAULT_URL = 'http://127.0.0.1:8000'
const IS_UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const NO_ANSWER = 'See that the service runs there, or name another --url.'

/** What makes a project of a file. */
const MAKE_PROJECTS: readonly Door[] = ['planfile', 'csv']

/** The service said no: what it answered, for exit code 2. */
class Refused extends Error {
  readonly answer: ServiceAnswer

  constructor(answer: ServiceAnswer) {
    super(`the service answered ${answer.status}`)
    this.answer = answer
  }
}

interface Asked {
  readonly file: string
  readonly project: string | undefined
  readonly isNew: boolean
  readonly isAgain: boolean
  readonly timeoutMs: number
  readonly fields: Record<string, string>
}

/**
 * `svc import`: uploads a file to a running service, follows the import to its end and prints what became of it. The
 * upload is named by what it holds, so that sending it again, after a lost answer or by a second call, imports it once.
 */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseOptions(args, importWords)
  const token = values.token ?? process.env.SVC_TOKEN ?? process.env.SVC_API_TOKEN
  if (!token) throw new UsageError('import needs a token: --token or SVC_TOKEN')
  const asked: Asked = {
    file: onlyFile(positionals, 'import'),
    project: values.project,
    isNew: values.new ?? false,
    isAgain: values.again ?? false,
    timeoutMs: wholeNumber('timeout', values.timeout, 1_800, 1) * 1_000,
    fields: {
      ...(values.program === undefined ? {} : { program: values.program }),
      ...(values['date-order'] === undefined ? {} : { date_order: values['date-order'] }),
      ...(values['source-project'] === undefined ? {} : { source_project: values['source-project'] }),
      ...(values['header-row'] === undefined ? {} : { header_row: values['header-row'] }),
      ...(values['last-row'] === undefined ? {} : { last_row: values['last-row'] }),
      ...(values.outline === undefined ? {} : { outline: values.outline }),
      ...(values.sheet === undefined ? {} : { sheet: values.sheet }),
      // A plan that is there already is asked about: `--again` is the answer.
      on_repeat: values.again ? 'add' : 'refuse',
    },
  }
  if (asked.file === '-') throw new UsageError('import takes a file; its name tells its kind')
  if (asked.isNew === (asked.project !== undefined)) throw new UsageError('name a --project, or make one with --new')
  const terminal = new Progress()
  const client = new ServiceClient({
    url: serviceUrl(values.url ?? process.env.SVC_API_URL ?? DEFAULT_URL),
    token,
    patienceMs: wholeNumber('patience', values.patience, 60, 0) * 1_000,
    onRetry: (reason) => terminal.say(`trying again: ${clean(reason)}`),
  })
  const format = formatOf(values)
  if (format === 'csv') throw new UsageError('import writes a table, JSON or Markdown')
  const asJson = format === 'json'
  try {
    const body = await importFile(client, asked, terminal)
    terminal.end()
    process.stdout.write(asJson ? `${JSON.stringify(body)}\n` : importText(body, layoutFor(format)))
    return body.status === 'done' ? 0 : 2
  } catch (error) {
    terminal.end()
    return report(error, asked.file, asJson)
  }
}

async function importFile(client: ServiceClient, asked: Asked, terminal: Progress) {
  const bytes = await readInput(asked.file)
  const door = chooseDoor(asked.file, bytes)
  if (asked.isNew && !MAKE_PROJECTS.includes(door)) {
    const kind = door === 'ndjson' ? 'a list of changes (.ndjson)' : 'an export of an issue tracker'
    throw new UsageError(`--new takes a plan file or a spreadsheet; name the --project that ${kind} goes into`)
  }
  const projectId = asked.project === undefined ? null : await findProject(client, asked.project)
  const upload = projectId === null ? `/projects/import/${door}/` : `/projects/${projectId}/import/${door}/`
  terminal.say(`uploading ${bytes.length} bytes`)
  const fields = { ...asked.fields, dedupe_key: dedupeKey(bytes, door, asked) }
  const accepted = await client.upload(upload, { name: path.basename(asked.file), bytes }, fields)
  if (accepted.status !== 202) throw new Refused(accepted)
  const project = projectId ?? String(accepted.body.project_id)
  const status = `/projects/${project}/imports/${accepted.body.import_request_id}/`
  const ended = await followImport(client, { path: status, timeoutMs: asked.timeoutMs }, (state) => terminal.say(state))
  if (ended.status !== 200) throw new Refused(ended)
  return { project_id: project, ...ended.body }
}

/** A project by its id or key, among those the token may see. */
async function findProject(client: ServiceClient, project: string): Promise<string> {
  if (IS_UUID.test(project)) return project.toLowerCase()
  const found = await client.get(`/resolve/?kind=project&ref=${encodeURIComponent(project)}`)
  if (found.status !== 200) throw new Refused(found)
  if (found.body.type !== 'project') throw new UsageError(`--project ${project} names no project`)
  return found.body.id
}

/** The same content, read the same way, is the same import; `--again` asks for one more on purpose. */
function dedupeKey(bytes: Uint8Array, door: Door, asked: Asked): string {
  const hash = createHash('sha256')
    .update(bytes)
    .update(JSON.stringify([door, asked.isNew, asked.fields]))
    .digest('hex')
  return asked.isAgain ? `sha256:${hash}:${randomUUID()}` : `sha256:${hash}`
}

function serviceUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol)) throw new UsageError(`--url is "${text}", not an http address`)
  return `${url.origin}${url.pathname}`
}

/** Refusals exit 2 with what the service said; a service out of reach exits 1. */
function report(error: unknown, file: string, asJson: boolean): number {
  const isRefused = error instanceof Refused
  if (error instanceof FileTrouble) return printRefusal(error, file, asJson ? 'json' : 'table')
  if (!isRefused && !(error instanceof ServiceUnreachable)) throw error
  const said = isRefused ? (error.answer.body ?? {}) : { detail: error.message, code: 'unreachable' }
  const detail = typeof said.detail === 'string' ? said.detail : JSON.stringify(said)
  const remedy = isRefused ? remedyOf(String(said.code ?? '')) : NO_ANSWER
  if (asJson) {
    const more = { ...(remedy === '' ? {} : { remedy }), file, ...(isRefused && { status: error.answer.status }) }
    process.stdout.write(`${JSON.stringify({ error: { code: said.code ?? 'refused', detail, ...more } })}\n`)
  } else {
    const what = isRefused ? `refused (${error.answer.status})` : 'no answer'
    process.stderr.write(`${clean(file)} ${what}: ${[asSentence(clean(detail)), remedy].filter(Boolean).join(' ')}\n`)
  }
  return isRefused && error.answer.status < 500 ? 2 : 1
}

/** One line that changes on a terminal, a line a state elsewhere. */
class Progress {
  #last = ''

  say(text: string): void {
    if (text === this.#last) return
    this.#last = text
    process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${text}` : `${text}\n`)
  }

  end(): void {
    if (process.stderr.isTTY && this.#last !== '') process.stderr.write('\r\x1b[K')
    this.#last = ''
  }
}
