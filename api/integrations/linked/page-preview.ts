/** What a page tells of itself in its head. */
export interface PagePreview {
  readonly title: string
  readonly description: string
  readonly thumbnail_url: string
  readonly preview_type: string
}

const TITLE_LETTERS = 512
const DESCRIPTION_LETTERS = 1_024
const URL_LETTERS = 2_048
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

const KINDS_BY_ENDING: readonly [RegExp, string][] = [
  [/\.pdf$/, 'pdf'],
  [/\.(docx?|odt|rtf|txt|md)$/, 'document'],
  [/\.(xlsx?|ods|csv)$/, 'spreadsheet'],
  [/\.(pptx?|odp)$/, 'presentation'],
  [/\.(png|jpe?g|gif|webp)$/, 'image'],
]
const KINDS_BY_PATH: readonly [RegExp, string][] = [
  [/^\/document\//, 'document'],
  [/^\/spreadsheets\//, 'spreadsheet'],
  [/^\/presentation\//, 'presentation'],
  [/\/folders?\//, 'folder'],
]

/** Reads the head of a page. Patterns are enough for a title; nothing of it is ever shown as markup. */
export function readPage(html: string): Omit<PagePreview, 'preview_type'> {
  const metas = new Map<string, string>()
  for (const [tag] of html.matchAll(/<meta\s[^>]{1,4000}>/gi)) {
    const name = attributeOf(tag, 'property') ?? attributeOf(tag, 'name')
    const content = attributeOf(tag, 'content')
    if (name !== null && content !== null && !metas.has(name.toLowerCase())) metas.set(name.toLowerCase(), content)
  }
  const [, title = ''] = /<title[^>]{0,200}>([^<]{0,4000})/i.exec(html) ?? []
  const image = metas.get('og:image') ?? ''
  return {
    title: cut(metas.get('og:title') ?? plain(title), TITLE_LETTERS),
    description: cut(metas.get('og:description') ?? metas.get('description') ?? '', DESCRIPTION_LETTERS),
    thumbnail_url: /^https:\/\/\S+$/.test(image) && image.length <= URL_LETTERS && URL.canParse(image) ? image : '',
  }
}

/** What kind of file is behind an address of a provider of files. */
export function fileKindOf({ pathname }: URL, mediaType: string): string {
  if (mediaType === 'application/pdf') return 'pdf'
  if (mediaType.startsWith('image/')) return 'image'
  const path = pathname.toLowerCase()
  const found = [...KINDS_BY_PATH, ...KINDS_BY_ENDING].find(([pattern]) => pattern.test(path))
  return found?.[1] ?? 'file'
}

function attributeOf(tag: string, name: string): string | null {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(tag)
  return found === null ? null : plain(found[1] ?? found[2] ?? '')
}

function plain(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,8}));/gi, (whole, digits, hex, name) => {
    if (name !== undefined) return NAMED[String(name).toLowerCase()] ?? whole
    const code = digits === undefined ? Number.parseInt(hex, 16) : Number(digits)
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : ''
  })
}

function cut(text: string, letters: number): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  return [...line].slice(0, letters).join('').toWellFormed()
}
