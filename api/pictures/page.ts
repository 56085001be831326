import { createHash } from 'node:crypto'
import { escapeText } from './svg.ts'

export interface Page {
  readonly title: string
  readonly style: string
  readonly body: string
  /** Makes the page handier; everything on it is there without. */
  readonly script?: string
  /** A page that somebody signed in to: it may send forms, ask and listen to its own service, and run a script from there. */
  readonly isInteractive?: true
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
  const ownScript = page.isInteractive ? `<script src="${SCRIPT_PATH}" defer></script>\n` : ''
  return finishPage({
    title: page.title,
    head: `<style>${page.style}</style>\n${ownScript}`,
    body: `${page.body}\n${script}`,
    allowed: [
      'img-src data:',
      `style-src '${digest(page.style)}'`,
      ...(page.script === undefined ? [] : [`script-src '${digest(page.script)}'`]),
      ...(page.isInteractive ? ["script-src 'self'", "connect-src 'self'"] : []),
    ],
    isInteractive: page.isInteractive ?? false,
  })
}

/** The frame that every page has, with what its policy allows beyond nothing. */
export function finishPage(parts: {
  readonly title: string
  /** Lines of the head, each ended. */
  readonly head: string
  readonly body: string
  readonly allowed: readonly string[]
  readonly isInteractive: boolean
}): RenderedPage {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeText(parts.title)}</title>
<link rel="icon" href="data:,">
${parts.head}</head>
<body>
${parts.body}
</body>
</html>
`
  const bytes = Buffer.from(html)
  const etag = entityTag(bytes)
  const policy = [
    "default-src 'none'",
    ...parts.allowed,
    "base-uri 'none'",
    parts.isInteractive ? "form-action 'self'" : "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy,
    // Without a referrer a browser names no origin with a form, by which forms of other sites are told apart.
    'Referrer-Policy': parts.isInteractive ? 'same-origin' : 'no-referrer',
    'Cache-Control': parts.isInteractive ? 'private, no-store' : 'no-cache',
    ETag: etag,
  }
  return { bytes, headers, etag }
}

/** Where interactive pages get their script. */
export const SCRIPT_PATH = '/assets/pages.js'

export function entityTag(bytes: Buffer): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`
}

/** Whether the caller holds these bytes already (`If-None-Match`). */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(etag)
}

/** What a policy names a text by that stands in the page itself. */
export function digest(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
