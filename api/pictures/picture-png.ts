import { fileURLToPath } from 'node:url'
import { flatPictureStyle, type Scheme } from './picture-style.ts'

/**
 * What of the rasterizer is used. Its licence asks for more than those of what runs with the service, so that who runs it
 * decides: it is used where it is installed, as in a checkout, and elsewhere pictures are SVG alone.
 */
interface Rasterizer {
  renderAsync(svg: string, options: object): Promise<{ asPng(): Buffer }>
}

/** The package that draws pixels, or its font, is not there. */
export class NoRasterizer extends Error {
  override name = 'NoRasterizer'

  constructor() {
    super(
      'PNG takes two packages that svc does not bring along (`npm install @resvg/resvg-js dejavu-fonts-ttf`); SVG takes none',
    )
  }
}

/** A picture so large that its letters could not be read in the pixels there may be. */
export class TooManyPixels extends Error {
  override name = 'TooManyPixels'

  constructor(width: number, height: number) {
    super(
      `This picture is ${Math.ceil(width)} × ${Math.ceil(height)} and could not be read as PNG: take it as SVG, or draw fewer rows.`,
    )
  }
}

/** A pixel takes four bytes while it is drawn: what is larger is drawn smaller. */
const MOST_PIXELS = 24_000_000
/** Small letters can be read on any screen. */
const ZOOM = 2
/** Below it they cannot be read at all. */
const LEAST_ZOOM = 0.6
const FONTS = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf']

let before: Promise<unknown> = Promise.resolve()

/**
 * The pixels of a picture that stands alone, in one scheme. Throws `NoRasterizer` and `TooManyPixels`. Its font comes with it, so that the same picture gives the same
 * bytes on every machine. One is drawn at a time: each may take a hundred megabytes while it is.
 */
export async function picturePng(svg: string, scheme: Scheme): Promise<Buffer> {
  const { resvg, fontFiles } = await load()
  const flat = svg.replace(/<style>[\s\S]*?<\/style>/, () => `<style>${flatPictureStyle(scheme)}</style>`)
  const [, width = 1, height = 1] = (/viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? []).map(Number)
  const zoom = Math.min(ZOOM, Math.sqrt(MOST_PIXELS / (width * height)))
  if (zoom < LEAST_ZOOM) throw new TooManyPixels(width, height)
  const options = {
    fitTo: { mode: 'zoom', value: zoom },
    font: { loadSystemFonts: false, fontFiles, defaultFontFamily: 'DejaVu Sans' },
  }
  const drawn = before.then(() => resvg.renderAsync(flat, options))
  before = drawn.catch(() => undefined)
  return (await drawn).asPng()
}

async function load(): Promise<{ resvg: Rasterizer; fontFiles: string[] }> {
  try {
    // By a name that the compiler does not follow: whoever checks the sources need not have it.
    const name: string = '@resvg/resvg-js'
    const loaded = (await import(name)) as Rasterizer & { default?: Rasterizer }
    const fontFiles = FONTS.map((file) => fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${file}`)))
    return { resvg: loaded.renderAsync === undefined ? (loaded.default as Rasterizer) : loaded, fontFiles }
  } catch {
    throw new NoRasterizer()
  }
}
