import { pictureStyle, type Scheme } from './picture-style.ts'
import { element, escapeText } from './svg.ts'

/** What every picture has around its parts. */
export interface PictureFrame {
  /** Prefix of the ids inside the picture: unique on its page. */
  readonly id: string
  readonly title: string
  /** What the picture shows, for readers without it. */
  readonly description: string
  readonly width: number
  readonly height: number
  /** It is a file of its own and carries its style. */
  readonly isStandalone?: boolean | undefined
  readonly scheme?: Scheme | undefined
}

/** A whole picture: its name and description, its style where it stands alone, paper, and the parts on it. */
export function picture(frame: PictureFrame, parts: readonly string[]): string {
  const { id, width, height } = frame
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    class: 'picture',
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    role: 'img',
    'aria-labelledby': `${id}-title ${id}-desc`,
  }
  const content = [
    `<title id="${escapeText(id)}-title">${escapeText(frame.title)}</title>`,
    `<desc id="${escapeText(id)}-desc">${escapeText(frame.description)}</desc>`,
    frame.isStandalone ? `<style>${pictureStyle(frame.scheme ?? 'auto')}</style>` : '',
    element('rect', { class: 'paper', width, height }),
    ...parts,
  ]
  return element('svg', attributes, content.join('\n'))
}

const USUAL_WIDTH = { wide: 1280, narrow: 380 } as const
/** Less has no room for names beside what is drawn: they stand over it, as on a phone. */
const LEAST_WIDE = 680

/** How wide a picture is, in pixels, and whether names stand beside what is drawn. */
export function pictureSize(asked: { readonly layout?: 'wide' | 'narrow'; readonly width?: number | undefined }): {
  isWide: boolean
  width: number
} {
  if (asked.layout === 'narrow') return { isWide: false, width: USUAL_WIDTH.narrow }
  const width = asked.width ?? USUAL_WIDTH.wide
  return { isWide: width >= LEAST_WIDE, width }
}
