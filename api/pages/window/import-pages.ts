import { createHash, randomUUID } from 'node:crypto'
import { OUTLINES, type OutlineWish } from '../../../importers/spreadsheet/outlines.ts'
import { IMPORT_KINDS } from '../../imports/import-kinds.ts'
import type { RenderedPage } from '../../pictures/page.ts'
import { escapeText } from '../../pictures/svg.ts'
import type { AskApi } from './ask-api.ts'
import { drawFacts, drawTable, framed, projectHead } from './frame.ts'

/** Files that a spreadsheet door reads; all others go to the door of plan files. */
const SHEETS: readonly string[] = IMPORT_KINDS.spreadsheet.extensions

interface Target {
  readonly id: string
  readonly name: string
}

/** What came of what was sent: the next page, or where to go. */
export type Imported = { readonly page: RenderedPage; readonly status: number } | { readonly location: string }

const DATE_ORDERS = [
  ['auto', 'as the file shows'],
  ['iso', 'year first'],
  ['dmy', 'day first'],
  ['mdy', 'month first'],
] as const

const OUTLINES_SAID: Readonly<Record<OutlineWish, string>> = {
  auto: 'what the sheet shows',
  none: 'nothing: all rows are equal',
  indent: 'how far names are indented',
  codes: 'codes such as 1.2',
  bold: 'names in bold',
  background: 'names with a background',
}
/** Fields of a form that only a spreadsheet has, beside the order of its dates. */
const OF_SHEETS = ['sheet', 'header_row', 'last_row', 'outline'] as const

/** What was said of an upload before, to be shown above its form, and what stood in that form. */
interface Earlier {
  readonly told: string
  readonly form: FormData | null
}

const NOTHING_YET: Earlier = { told: '', form: null }

function drawForm(action: string, { told, form }: Earlier, isNew: boolean): string {
  const value = (name: string) => escapeText(String(form?.get(name) ?? ''))
  const name = isNew
    ? `<label>Name of the project, for a spreadsheet <input name="name" maxlength="255" value="${value('name')}"></label><label>It starts on, for a spreadsheet <input type="date" name="start_date" value="${value('start_date')}"></label>`
    : ''
  const orders = DATE_ORDERS.map(
    ([order, text]) => `<option value="${order}"${order === value('date_order') ? ' selected' : ''}>${text}</option>`,
  )
  const outlines = OUTLINES.map(
    (outline) =>
      `<option value="${outline}"${outline === value('outline') ? ' selected' : ''}>${OUTLINES_SAID[outline]}</option>`,
  )
  const isAsked = OF_SHEETS.some((field) => !['', 'auto'].includes(value(field)))
  return `${told}<form class="stack" method="post" enctype="multipart/form-data" action="${action}">
<label>File <input type="file" name="file" required accept=".mpp,.xml,.xer,.pmxml,.mpx,.gan,.planner,.pod,${SHEETS.join(',')}"></label>
${name}<label>Dates in a spreadsheet <select name="date_order">${orders.join('')}</select></label>
<details${isAsked ? ' open' : ''}><summary>Where a spreadsheet is read otherwise than meant</summary>
<label>Sheet of the workbook <input name="sheet" maxlength="255" value="${value('sheet')}"></label>
<label>Line of the header <input name="header_row" inputmode="numeric" pattern="[0-9]*" value="${value('header_row')}"></label>
<label>Last line of the plan <input name="last_row" inputmode="numeric" pattern="[0-9]*" value="${value('last_row')}"></label>
<label>What tells which rows head others <select name="outline">${outlines.join('')}</select></label></details>
<label class="check"><input type="checkbox" name="again" value="yes"> ${isNew ? 'One more project of a file that was imported before' : 'Once more, although the project holds its tasks already'}</label>
<span><button name="intent" value="preview">Preview a spreadsheet</button> <button name="intent" value="import">Import</button></span></form>
<p class="faint">Plan files: .mpp, Project XML, .xer, .pmxml, .mpx, .gan, .planner, .pod. Spreadsheets: ${SHEETS.join(' ')}; <a href="/assets/plan-template.csv">a spreadsheet to begin with</a>.</p>`
}

export function newImportPage(person: string, earlier = NOTHING_YET): RenderedPage {
  const main = `<h1>Import a plan</h1><p>A plan file makes a project of its own; so does a spreadsheet, by the name below or that of the file.</p>${drawForm('/import/', earlier, true)}`
  return framed({ title: 'Import a plan', person, main })
}

export async function importPage(
  ask: AskApi,
  id: string,
  person: string,
  earlier = NOTHING_YET,
): Promise<RenderedPage> {
  const project = await ask.read<Target>(`/projects/${id}/`)
  const imports = await ask.try<{ results: readonly ImportRow[] }>(`/projects/${id}/imports/`)
  const rows = imports.status === 200 ? imports.body.results : []
  const list =
    rows.length === 0
      ? ''
      : `<h2>Earlier imports</h2>${drawTable(
          ['File', 'State', 'Tasks', 'When'],
          rows.map((row) => [
            `<a href="/projects/${project.id}/import/${row.id}/">${escapeText(row.filename)}</a>`,
            STATES[row.status] ?? escapeText(row.status),
            String(row.task_count ?? '–'),
            escapeText(row.requested_at.slice(0, 16).replace('T', ' ')),
          ]),
          'Earlier imports',
        )}`
  const main = `${projectHead(project, 'import/')}${drawForm(`/projects/${project.id}/import/`, earlier, false)}${list}`
  return framed({ title: `${project.name}: import`, person, main })
}

const STATES: Readonly<Record<string, string>> = {
  pending: 'waits',
  dispatched: 'is being read',
  done: 'imported',
  dead: '<b>refused</b>',
  undone: 'taken back',
}

interface ImportRow {
  readonly id: string
  readonly filename: string
  readonly status: string
  readonly task_count: number | null
  readonly requested_at: string
}

interface Preview {
  readonly filename: string
  readonly headers: readonly string[]
  readonly columns: readonly { readonly header: string; readonly field: string | null }[]
  readonly sample_rows: readonly (readonly string[])[]
  readonly row_count: number
  readonly task_count: number
  readonly resource_count: number
  readonly error_count: number
  readonly warning_count: number
  readonly warnings: readonly string[]
  readonly row_errors: readonly { readonly row: number | null; readonly message: string }[]
}

/** Takes a form of either page: shows how a spreadsheet would be read, or has the file imported. */
export async function takeImport(
  ask: AskApi,
  form: FormData,
  facts: { readonly projectId: string | null; readonly person: string; readonly today: string },
): Promise<Imported> {
  const { projectId, person } = facts
  const again = async (told: string, status: number): Promise<Imported> => {
    const earlier = { told: `<div class="notice" role="alert">${told}</div>`, form }
    const page = projectId === null ? newImportPage(person, earlier) : await importPage(ask, projectId, person, earlier)
    return { page, status }
  }
  const file = form.get('file')
  if (!(file instanceof File) || file.name === '') return again('Choose a file first.', 400)
  const isSpreadsheet = SHEETS.some((extension) => file.name.toLowerCase().endsWith(extension))
  const sent = new FormData()
  const order = form.get('date_order')
  if (isSpreadsheet && typeof order === 'string' && order !== 'auto') sent.set('date_order', order)
  const asked = OF_SHEETS.map((field) => [field, String(form.get(field) ?? '').trim()] as const)
  if (isSpreadsheet) for (const [field, wish] of asked) if (wish !== '' && wish !== 'auto') sent.set(field, wish)
  sent.set('file', file, file.name)
  if (form.get('intent') === 'preview') {
    if (!isSpreadsheet) return again('Only spreadsheets have a preview: press Import.', 400)
    const answer = await ask.upload<Preview>(previewOf(projectId), sent)
    return answer.status === 200 ? again(drawPreview(answer.body), 200) : again(refusalOf(answer.body), answer.status)
  }
  const isAgain = form.get('again') === 'yes'
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const namesProject = isSpreadsheet && (text('name') !== '' || text('start_date') !== '')
  if (projectId === null && !namesProject) {
    sent.set('dedupe_key', await uploadName(file, JSON.stringify([text('date_order'), asked]), isAgain))
    const path = `/projects/import/${isSpreadsheet ? 'csv' : 'planfile'}/`
    const answer = await ask.upload<Accepted & { project_id: string }>(path, sent)
    return answer.status === 202
      ? receiptOf(answer.body.project_id, answer.body)
      : again(refusalOf(answer.body), answer.status)
  }
  let target = projectId
  if (target === null) {
    // What cannot be read leaves no empty project behind.
    const readable = await ask.upload<Preview>(previewOf(null), sent)
    if (readable.status !== 200) return again(refusalOf(readable.body), readable.status)
    if (readable.body.task_count === 0)
      return again(`No task was found in the file. ${drawPreview(readable.body)}`, 400)
    const name = text('name') || file.name.replace(/\.[^.]+$/, '')
    const made = await ask.send<Target>('/projects/', { name, start_date: text('start_date') || facts.today })
    if (made.status !== 201) return again(refusalOf(made.body), made.status)
    target = made.body.id
  }
  const door = isSpreadsheet ? 'csv' : 'planfile'
  if (projectId !== null) sent.set('on_repeat', isAgain ? 'add' : 'refuse')
  const answer = await ask.upload<Accepted>(`/projects/${target}/import/${door}/`, sent)
  return answer.status === 202 ? receiptOf(target, answer.body) : again(refusalOf(answer.body), answer.status)
}

/** The same bytes read the same way make one project, unless another one is wanted. */
async function uploadName(file: File, way: string, isAgain: boolean): Promise<string> {
  const hash = createHash('sha256')
    .update(way)
    .update(Buffer.from(await file.arrayBuffer()))
  return `window:${hash.digest('hex')}${isAgain ? `:${randomUUID()}` : ''}`
}

interface Accepted {
  readonly import_request_id: string
}

function previewOf(projectId: string | null): string {
  return projectId === null ? '/projects/import/csv/preview/' : `/projects/${projectId}/import/csv/preview/`
}

function receiptOf(projectId: string, { import_request_id: id }: Accepted): Imported {
  return { location: `/projects/${projectId}/import/${id}/` }
}

function refusalOf(body: unknown): string {
  const said = body as Record<string, unknown> | null
  if (said === null || typeof said !== 'object') return 'The file was refused.'
  if (typeof said.detail === 'string') return escapeText(said.detail)
  return escapeText(
    Object.entries(said)
      .map(([field, text]) => `${field}: ${Array.isArray(text) ? text.join(' ') : String(text)}`)
      .join('; '),
  )
}

function drawPreview(preview: Preview): string {
  const columns = preview.columns.map(({ header, field }) => [
    escapeText(header),
    field === null ? '<span class="faint">left out</span>' : escapeText(field),
  ])
  const errors = preview.row_errors
    .slice(0, 20)
    .map(({ row, message }) => `<li>${row === null ? '' : `Row ${row}: `}${escapeText(message)}</li>`)
  const samples = preview.sample_rows.map((row) => row.map((cell) => escapeText(cell)))
  return `<h2>How ${escapeText(preview.filename)} would be read</h2>${drawFacts([
    [String(preview.row_count), 'rows'],
    [String(preview.task_count), 'tasks'],
    [String(preview.resource_count), 'people'],
    [String(preview.error_count), 'errors'],
    [String(preview.warning_count), 'warnings'],
  ])}${preview.warnings.map((text) => `<p>${escapeText(text)}</p>`).join('')}${errors.length === 0 ? '' : `<ul>${errors.join('')}</ul>`}
${drawTable(['Column', 'Read as'], columns, 'Columns')}${drawTable(preview.headers, samples, 'First rows')}
<p>Nothing was written. Choose the file again and press Import to take it.</p>`
}
