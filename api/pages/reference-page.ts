import { type RenderedPage, renderPage } from '../pictures/page.ts'
import { PAGE_STYLE } from '../pictures/page-style.ts'
import { escapeText } from '../pictures/svg.ts'
import { FILTER_SCRIPT, REFERENCE_STYLE } from './reference-style.ts'
import { type FieldLine, fieldLines, type JsonSchema, noteOf, refName, typeInWords } from './schema-words.ts'

interface MediaTypes {
  readonly content?: Readonly<Record<string, { readonly schema?: JsonSchema }>>
}

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly security: readonly Readonly<Record<string, unknown>>[]
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly required?: boolean
    readonly schema: JsonSchema
  }[]
  readonly requestBody?: MediaTypes
  readonly responses: Readonly<Record<string, MediaTypes & { readonly description: string }>>
}

/** As much of an OpenAPI document as the page shows. */
export interface ApiDocument {
  readonly info: { readonly title: string; readonly version: string }
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas?: Readonly<Record<string, JsonSchema>> }
}

interface Entry {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

/** The API reference as one page: the published document, section by section, readable without script. */
export function referencePage(document: ApiDocument): RenderedPage {
  const sections = sectionsOf(document)
  const count = sections.reduce((sum, section) => sum + section.entries.length, 0)
  const schemas = Object.entries(document.components.schemas ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))
  const body = `<header>
<h1>${escapeText(document.info.title)}: API reference</h1>
<p class="faint">Version ${escapeText(document.info.version)}, ${count} operations. The same as data:
<a href="/api/v1/schema/">OpenAPI 3.1</a>. <a href="/">Start page</a>.</p>
<p>Sign in with <code>POST /api/v1/auth/token/</code>, or use a token you were given, and send
<code>Authorization: Bearer &lt;token&gt;</code>. Bodies and replies are JSON unless stated. Writes may carry an
<code>Idempotency-Key</code>: the same key and body answer the same reply again.</p>
<p><input id="filter" type="search" placeholder="Filter by path, method or words" aria-label="Filter operations" hidden></p>
</header>
<main class="reference">
<nav aria-label="Sections"><ul>
${sections.map((section) => `<li><a href="#${section.anchor}">${escapeText(section.title)}</a> <span class="faint">${section.entries.length}</span></li>`).join('\n')}
<li><a href="#schemas">Schemas</a> <span class="faint">${schemas.length}</span></li>
</ul></nav>
<div>
${sections.map(drawSection).join('\n')}
<section id="schemas"><h2>Schemas</h2>
${schemas.map(([name, schema]) => drawSchema(name, schema)).join('\n')}
</section>
</div>
</main>`
  const style = PAGE_STYLE + REFERENCE_STYLE
  return renderPage({ title: `${document.info.title}: API reference`, style, body, script: FILTER_SCRIPT })
}

interface Section {
  readonly title: string
  readonly anchor: string
  readonly entries: Entry[]
}

/** Operations by tag; tags that differ only in case are one section. */
function sectionsOf(document: ApiDocument): Section[] {
  const sections = new Map<string, Section>()
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const tag = operation.tags[0] ?? 'other'
      const key = tag.toLowerCase()
      const known = sections.get(key)
      const title = `${tag.charAt(0).toUpperCase()}${tag.slice(1)}`
      const section = known ?? { title, anchor: `tag-${key.replace(/[^a-z0-9]+/g, '-')}`, entries: [] }
      section.entries.push({ method: method.toUpperCase(), path, operation })
      sections.set(key, section)
    }
  }
  return [...sections.values()].sort((left, right) => (left.title < right.title ? -1 : 1))
}

function drawSection(section: Section): string {
  return `<section id="${section.anchor}"><h2>${escapeText(section.title)}</h2>
${section.entries.map(drawOperation).join('\n')}
</section>`
}

function drawOperation({ method, path, operation }: Entry): string {
  const shown = escapeText(path).replace(/\{\w+\}/g, (name) => `<i>${name}</i>`)
  const isPublic = operation.security.length === 0
  return `<details class="operation" id="${escapeText(operation.operationId)}"><summary><b class="method ${method.toLowerCase()}">${method}</b> <code>${shown}</code> <span>${escapeText(operation.summary)}</span></summary>
<div class="inside">${isPublic ? '<p class="faint">No sign-in needed.</p>' : ''}${drawParameters(operation)}${drawBody(operation)}${drawReplies(operation)}</div></details>`
}

function drawParameters(operation: Operation): string {
  const parameters = operation.parameters ?? []
  if (parameters.length === 0) return ''
  const lines = parameters.map(({ name, in: place, required, schema }) => ({
    path: name,
    type: `${typeInWords(schema)}, in ${place}`,
    isRequired: required ?? false,
    note: noteOf(schema),
  }))
  return `<h3>Parameters</h3>${fieldTable(lines)}`
}

function drawBody(operation: Operation): string {
  const media = Object.entries(operation.requestBody?.content ?? {})
  return media
    .map(([type, { schema }]) => `<h3>Body <span class="faint">${escapeText(type)}</span></h3>${describe(schema)}`)
    .join('')
}

function drawReplies(operation: Operation): string {
  const rows = Object.entries(operation.responses).map(([status, reply]) => {
    const schema = Object.values(reply.content ?? {})[0]?.schema
    return `<dt><b>${escapeText(status)}</b> ${escapeText(reply.description)}${schemaLink(schema)}</dt>${replyFields(schema)}`
  })
  return `<h3>Replies</h3><dl>${rows.join('')}</dl>`
}

function replyFields(schema: JsonSchema | undefined): string {
  const shape = schema?.items ?? schema
  if (!shape || refName(shape) !== null || !shape.properties) return ''
  return `<dd>${fieldTable(fieldLines(shape))}</dd>`
}

function schemaLink(schema: JsonSchema | undefined): string {
  return schema === undefined ? '' : ` <span class="faint">${linked(typeInWords(schema), schema)}</span>`
}

function describe(schema: JsonSchema | undefined): string {
  if (schema === undefined) return ''
  const lines = fieldLines(schema)
  return lines.length > 0 ? fieldTable(lines) : `<p>${linked(typeInWords(schema), schema)}</p>`
}

function drawSchema(name: string, schema: JsonSchema): string {
  return `<details class="schema" id="schema-${escapeText(name)}"><summary><code>${escapeText(name)}</code></summary>
<div class="inside">${schema.description ? `<p>${escapeText(schema.description)}</p>` : ''}${describe(schema)}</div></details>`
}

function fieldTable(lines: readonly FieldLine[]): string {
  const rows = lines.map(({ path, type, isRequired, note }) => {
    const mark = isRequired ? '' : ' <span class="faint">optional</span>'
    return `<tr><td><code>${escapeText(path)}</code>${mark}</td><td>${escapeText(type)}</td><td>${escapeText(note)}</td></tr>`
  })
  return `<div class="scroll"><table><thead><tr><th>Name</th><th>Holds</th><th>Notes</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}

/** Names of published schemas in a type become links. */
function linked(type: string, schema: JsonSchema): string {
  const names = referencedNames(schema)
  return names.reduce((text, name) => text.replace(name, `<a href="#schema-${name}">${name}</a>`), escapeText(type))
}

function referencedNames(schema: JsonSchema): string[] {
  const own = refName(schema)
  if (own !== null) return [own]
  const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.items ? [schema.items] : [])]
  return [...new Set(inner.flatMap(referencedNames))]
}
