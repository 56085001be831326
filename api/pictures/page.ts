import { createHash } from 'node:crypto'
import { escapeText } from './svg.ts'

export interface Page {
  readonly title: string
  readonly style: string
  readonly body: string
  /** Makes the page handier; everything on it is there without. */
  readonly script?: string
}

/** A finished page: bytes, the policy that lets exactly its own style and script run, and its tag for revalidation. */
export interface RenderedPage {
  readonly bytes: Buffer
  readonly headers: Readonly<Record<string, string>>
  readonly etag: string
}

/** One self-contained document. Nothing is loaded from anywhere, and the policy says so. */
export function renderPage(page: Page): RenderedPage {
  const script = page.script === undefined ? '' : `<script>${page.script}</script>`
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeText(page.title)}</title>
<link rel="icon" href="data:,">
<style>${page.style}</style>
</head>
<body>
${page.body}
${script}
</body>
</html>
`
  const bytes = Buffer.from(html)
  const etag = entityTag(bytes)
  const policy = [
    "default-src 'none'",
    'img-src data:',
    `style-src '${digest(page.style)}'`,
    ...(page.script === undefined ? [] : [`script-src '${digest(page.script)}'`]),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy,
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-cache',
    ETag: etag,
  }
  return { bytes, headers, etag }
}

export function entityTag(bytes: Buffer): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`
}

/** Whether the caller holds these bytes already (`If-None-Match`). */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(etag)
}

function digest(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
