import { createHash } from 'node:crypto'

/** A file of an archive: whole, or as a stream whose length is known beforehand. */
export interface Member {
  readonly name: string
  readonly content: Buffer | { readonly sizeBytes: number; readonly stream: AsyncIterable<Buffer> }
}

export interface Packed {
  readonly name: string
  readonly size: number
  readonly sha256: string
}

const BLOCK = 512
const MAX_NAME = 100
const MAX_FOLDER = 155
const MAX_SIZE = 8 ** 11

/** An archive in the form that every `tar` reads (POSIX ustar). Tells of each member when it is written. */
export async function* packTar(
  members: AsyncIterable<Member>,
  atSeconds: number,
  onPacked: (packed: Packed) => void,
): AsyncGenerator<Buffer> {
  for await (const { name, content } of members) {
    const size = Buffer.isBuffer(content) ? content.length : content.sizeBytes
    yield headerOf(name, size, atSeconds)
    const hash = createHash('sha256')
    let written = 0
    for await (const chunk of Buffer.isBuffer(content) ? [content] : content.stream) {
      hash.update(chunk)
      written += chunk.length
      yield chunk
    }
    if (written !== size) throw new Error(`${name} was to have ${size} bytes and has ${written}`)
    if (size % BLOCK > 0) yield Buffer.alloc(BLOCK - (size % BLOCK))
    onPacked({ name, size, sha256: hash.digest('hex') })
  }
  yield Buffer.alloc(2 * BLOCK)
}

function headerOf(name: string, size: number, atSeconds: number): Buffer {
  const [folder, file] = splitName(name)
  if (Buffer.byteLength(file) > MAX_NAME || Buffer.byteLength(folder) > MAX_FOLDER || size >= MAX_SIZE)
    throw new Error(`${name} does not fit into an archive`)
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`
  header.write(file, 0)
  header.write(octal(0o644, 7), 100)
  header.write(octal(0, 7), 108)
  header.write(octal(0, 7), 116)
  header.write(octal(size, 11), 124)
  header.write(octal(atSeconds, 11), 136)
  header.write(' '.repeat(8), 148)
  header.write('0', 156)
  header.write('ustar\x0000', 257, 'latin1')
  header.write(folder, 345)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

/** A long name is written in two parts, which meet at a slash. */
function splitName(name: string): [folder: string, file: string] {
  if (Buffer.byteLength(name) <= MAX_NAME) return ['', name]
  const at = name.indexOf('/', Math.max(0, name.length - MAX_NAME - 1))
  return [name.slice(0, at), name.slice(at + 1)]
}
