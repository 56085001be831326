import type { RenderedPage } from '../../pictures/page.ts'
import { escapeText } from '../../pictures/svg.ts'
import type { AskApi } from './ask-api.ts'
import { drawFacts, drawTable, framed, projectHead } from './frame.ts'

/** Files that a spreadsheet door reads; all others go to the door of plan files. */
const SPREADSHEET = /\.(csv|tsv|txt|xlsx|xlsm)$/i

interface Target {
  readonly id: string
  readonly name: string
}

/** What came of what was sent: the next page, or where to go. */
export type Imported = { readonly page: RenderedPage; readonly status: number } | { readonly location: string }

function drawForm(action: string, told: string, isNew: boolean): string {
  const name = isNew
    ? '<label>Name of the project, for a spreadsheet <input name="name" maxlength="255"></label><label>It starts on, for a spreadsheet <input type="date" name="start_date"></label>'
    : ''
  return `${told}<form class="stack" method="post" enctype="multipart/form-data" action="${action}">
<label>File <input type="file" name="file" required accept=".mpp,.xml,.xer,.pmxml,.mpx,.gan,.csv,.tsv,.txt,.xlsx,.xlsm"></label>
${name}<label>Dates in a spreadsheet <select name="date_order"><option value="auto">as the file shows</option><option value="iso">year first</option><option value="dmy">day first</option><option value="mdy">month first</option></select></label>
<span><button name="intent" value="preview">Preview a spreadsheet</button> <button name="intent" value="import">Import</button></span></form>
<p class="faint">Plan files: .mpp, Project XML, .xer, .pmxml, .mpx, .gan. Spreadsheets: .csv .tsv .txt .xlsx .xlsm; <a href="/assets/plan-template.csv">a spreadsheet to begin with</a>.</p>`
}

export function newImportPage(person: string, told = ''): RenderedPage {
  const main = `<h1>Import a plan</h1><p>A plan file makes a project of its own; a spreadsheet gets one by the name below.</p>${drawForm('/import/', told, true)}`
  return framed({ title: 'Import a plan', person, main })
}

export async function importPage(ask: AskApi, id: string, person: string, told = ''): Promise<RenderedPage> {
  const project = await ask.read<Target>(`/projects/${id}/`)
  const earlier = await ask.try<{ results: readonly ImportRow[] }>(`/projects/${id}/imports/`)
  const rows = earlier.status === 200 ? earlier.body.results : []
  const list =
    rows.length === 0
      ? ''
      : `<h2>Earlier imports</h2>${drawTable(
          ['File', 'State', 'Tasks', 'When'],
          rows.map((row) => [
            escapeText(row.filename),
            escapeText(row.status),
            String(row.task_count ?? '–'),
            escapeText(row.requested_at.slice(0, 16).replace('T', ' ')),
          ]),
          'Earlier imports',
        )}`
  const main = `${projectHead(project, 'import/')}${drawForm(`/projects/${project.id}/import/`, told, false)}${list}`
  return framed({ title: `${project.name}: import`, person, main })
}

interface ImportRow {
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
    const notice = `<div class="notice" role="alert">${told}</div>`
    const page = projectId === null ? newImportPage(person, notice) : await importPage(ask, projectId, person, notice)
    return { page, status }
  }
  const file = form.get('file')
  if (!(file instanceof File) || file.name === '') return again('Choose a file first.', 400)
  const isSpreadsheet = SPREADSHEET.test(file.name)
  const sent = new FormData()
  const order = form.get('date_order')
  if (isSpreadsheet && typeof order === 'string' && order !== 'auto') sent.set('date_order', order)
  sent.set('file', file, file.name)
  if (form.get('intent') === 'preview') {
    if (!isSpreadsheet) return again('Only spreadsheets have a preview: press Import.', 400)
    if (projectId === null)
      return again('A spreadsheet is previewed inside its project: press Import, or open the project first.', 400)
    const answer = await ask.upload<Preview>(`/projects/${projectId}/import/csv/preview/`, sent)
    return answer.status === 200 ? again(drawPreview(answer.body), 200) : again(refusalOf(answer.body), answer.status)
  }
  if (projectId === null && !isSpreadsheet) {
    const answer = await ask.upload<{ project_id: string }>('/projects/import/planfile/', sent)
    return answer.status === 202
      ? { location: `/projects/${answer.body.project_id}/import/` }
      : again(refusalOf(answer.body), answer.status)
  }
  let target = projectId
  if (target === null) {
    const text = (name: string) => String(form.get(name) ?? '').trim()
    const name = text('name') || file.name.replace(/\.[^.]+$/, '')
    const made = await ask.send<Target>('/projects/', { name, start_date: text('start_date') || facts.today })
    if (made.status !== 201) return again(refusalOf(made.body), made.status)
    target = made.body.id
    if (form.get('intent') !== 'import') return { location: `/projects/${target}/import/` }
  }
  const door = isSpreadsheet ? 'csv' : 'planfile'
  const answer = await ask.upload(`/projects/${target}/import/${door}/`, sent)
  if (answer.status === 202) return { location: `/projects/${target}/import/` }
  return again(refusalOf(answer.body), answer.status)
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
