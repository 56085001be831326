import { uint8, uint16 } from '../../binary/read-bytes.ts'

/** Colours of people's own begin here; the first eight come again before them. */
const FIRST_OWN = 8
const COLOUR_LENGTH = 4
const WHITE = 'ffffff'
/** The window's own colour: white wherever people look. */
const WINDOW = 65

const USUAL =
  `000000 ffffff ff0000 00ff00 0000ff ffff00 ff00ff 00ffff 800000 008000 000080 808000 800080 008080 c0c0c0 808080
  9999ff 993366 ffffcc ccffff 660066 ff8080 0066cc ccccff 000080 ff00ff ffff00 00ffff 800080 800000 008080 0000ff 00ccff ccffff
  ccffcc ffff99 99ccff ff99cc cc99ff ffcc99 3366ff 33cccc 99cc00 ffcc00 ff9900 ff6600 666699 969696 003366 339966 003300 333300
  993300 993366 333399 333333`.split(/\s+/)

/** The colours that a workbook has numbers for. */
export class Palette {
  readonly #colours = [...USUAL]

  /** Takes the colours of a workbook in place of the usual ones. */
  read(data: Uint8Array): void {
    const count = Math.min(uint16(data, 0), USUAL.length, Math.floor((data.length - 2) / COLOUR_LENGTH))
    for (let index = 0; index < count; index += 1) {
      const at = 2 + index * COLOUR_LENGTH
      this.#colours[index] = hexColour(uint8(data, at), uint8(data, at + 1), uint8(data, at + 2))
    }
  }

  /** A colour by its number; white is none. */
  colourOf(number: number): string | null {
    if (number === WINDOW) return null
    const colour = number < FIRST_OWN ? USUAL[number] : this.#colours[number - FIRST_OWN]
    return visible(colour ?? `colour ${number}`)
  }
}

export function hexColour(red: number, green: number, blue: number): string {
  return Buffer.from([red, green, blue]).toString('hex')
}

export function visible(colour: string): string | null {
  return colour === WHITE ? null : colour
}
