// The container of .mpp files and old workbooks: a small file system of storages and streams ([MS-CFB]).

import { ImportRefusal } from '../plan/import-refusal.ts'
import { int32, uint16, uint32 } from './read-bytes.ts'
import { type DirectoryEntry, readDirectory } from './read-directory.ts'
import {
  broken,
  followChain,
  readChain,
  readTable,
  readWholeChain,
  type SectorSpace,
  sectorCount,
} from './sector-chains.ts'

export type CompoundFile = {
  /** The bytes of a stream, by the names on its path; null when there is none. */
  stream: (...path: string[]) => Uint8Array | null
  hasStorage: (...path: string[]) => boolean
  hasStream: (...path: string[]) => boolean
}

const SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
const HEADER_LENGTH = 512
const HEADER_TABLE_ENTRIES = 109
const MINI_SECTOR_SIZE = 64
const LAST_SECTOR = 0xfffffffa
// A stream in pieces is copied. Streams that share their sectors could be copied over and over.
const MAX_COPIES_OF_FILE = 4

export function isCompoundFile(bytes: Uint8Array): boolean {
  return SIGNATURE.every((byte, index) => bytes[index] === byte)
}

/** Opens the container; streams are put together when they are asked for. */
export function readCompoundFile(bytes: Uint8Array): CompoundFile {
  const main = mainSpace(bytes)
  const { root, byPath } = readDirectory(readWholeChain(main, uint32(bytes, 48), 'the directory'))
  const miniStreamLimit = uint32(bytes, 56)
  let mini: SectorSpace | null = null
  let bytesLeft = bytes.length * MAX_COPIES_OF_FILE

  const read = (entry: DirectoryEntry, name: string): Uint8Array => {
    if (entry.length > bytes.length) throw broken(`${name} claims more bytes than the file has`)
    bytesLeft -= entry.length
    if (bytesLeft < 0) throw new ImportRefusal('too_complex', 'the parts of the file overlap')
    if (entry.length >= miniStreamLimit) return readChain(main, entry.firstSector, entry.length, name)
    mini ??= miniSpace(bytes, main, root)
    return readChain(mini, entry.firstSector, entry.length, name)
  }

  return {
    stream(...path) {
      const entry = byPath.get(pathKey(path))
      return entry === undefined || entry.kind !== 'stream' ? null : read(entry, `part ${path.join('/').trim()}`)
    },
    hasStorage: (...path) => byPath.get(pathKey(path))?.kind === 'storage',
    hasStream: (...path) => byPath.get(pathKey(path))?.kind === 'stream',
  }
}

function pathKey(path: readonly string[]): string {
  return path.join('/').toUpperCase()
}

function mainSpace(bytes: Uint8Array): SectorSpace {
  if (!isCompoundFile(bytes) || uint16(bytes, 28) !== 0xfffe) {
    throw broken('it does not begin as such files do')
  }
  if (bytes.length < HEADER_LENGTH) throw broken('the header is not complete')
  const version = uint16(bytes, 26)
  const shift = uint16(bytes, 30)
  if (!((version === 3 && shift === 9) || (version === 4 && shift === 12)) || uint16(bytes, 32) !== 6) {
    throw broken('the header names sizes that no such file has')
  }
  const size = 2 ** shift
  const space = { bytes, firstAt: size, size }
  return { ...space, next: readTable(space, tableSectors(space)) }
}

/** The sectors that hold the allocation table: the first 109 are named in the header, more in a list of their own. */
function tableSectors(space: Omit<SectorSpace, 'next'>): number[] {
  const { bytes, size } = space
  const most = sectorCount(space)
  const wanted = uint32(bytes, 44)
  if (wanted > most) throw broken('it claims a larger table than it has room for')
  const sectors: number[] = []
  const take = (sector: number) => {
    if (sector >= most) throw broken('its table lies beyond the end')
    sectors.push(sector)
  }
  for (let entry = 0; entry < HEADER_TABLE_ENTRIES && sectors.length < wanted; entry += 1) {
    take(uint32(bytes, 76 + entry * 4))
  }
  let list = uint32(bytes, 68)
  for (let listCount = 0; sectors.length < wanted; listCount += 1) {
    if (list >= LAST_SECTOR || list >= most || listCount > most) throw broken('the list of its table is broken')
    const at = space.firstAt + list * size
    const perSector = size / 4 - 1
    for (let entry = 0; entry < perSector && sectors.length < wanted; entry += 1) take(uint32(bytes, at + entry * 4))
    list = uint32(bytes, at + perSector * 4)
  }
  return sectors
}

/** Small streams share one stream, the root's own, which is cut into sectors of 64 bytes. */
function miniSpace(bytes: Uint8Array, main: SectorSpace, root: DirectoryEntry): SectorSpace {
  const stream = readWholeChain(main, root.firstSector, 'the stream of small parts')
  const space = { bytes: stream, firstAt: 0, size: MINI_SECTOR_SIZE }
  if (int32(bytes, 64) === 0) return { ...space, next: new Uint32Array(0) }
  return { ...space, next: readTable(main, followChain(main, uint32(bytes, 60), 'the table of small parts')) }
}
