// Writes compound files ([MS-CFB]) for tests, so that the reader meets containers that no real file shows it.

const END_OF_CHAIN = 0xfffffffe
const FREE = 0xffffffff
const TABLE_MARK = 0xfffffffd
const MINI_SECTOR = 64
const MINI_LIMIT = 4096

export type MadeContainer = {
  bytes: Buffer
  sectorSize: number
  /** The first sector of the allocation table, of the directory and of each stream that is not small. */
  tableSector: number
  directorySector: number
  streamSectors: Map<string, number>
  /** The number of each path in the directory. */
  entries: Map<string, number>
}

type Entry = { name: string; kind: number; first: number; length: number; child: number; next: number }

/** Streams by path, such as `   114/TBkndTask/FixedData`. Sectors of a stream are interleaved when asked for. */
export function makeCompoundFile(
  streams: Record<string, Uint8Array>,
  { sectorSize = 512, isScattered = false }: { sectorSize?: 512 | 4096; isScattered?: boolean } = {},
): MadeContainer {
  const writer = new SectorWriter(sectorSize)
  const entries: Entry[] = [{ name: 'Root Entry', kind: 5, first: END_OF_CHAIN, length: 0, child: FREE, next: FREE }]
  const numbers = new Map<string, number>()
  const streamSectors = new Map<string, number>()
  const mini = new MiniStream()
  for (const [path, bytes] of Object.entries(streams)) {
    const parts = path.split('/')
    parts.forEach((name, depth) => {
      const full = parts.slice(0, depth + 1).join('/')
      if (numbers.has(full)) return
      const parent = entries[numbers.get(parts.slice(0, depth).join('/')) ?? 0] as Entry
      const entry = { name, kind: depth + 1 === parts.length ? 2 : 1, first: 0, length: 0, child: FREE, next: FREE }
      entry.next = parent.child
      parent.child = entries.length
      numbers.set(full, entries.length)
      entries.push(entry)
    })
    const entry = entries[numbers.get(path) as number] as Entry
    entry.length = bytes.length
    if (bytes.length === 0) entry.first = END_OF_CHAIN
    else if (bytes.length < MINI_LIMIT) entry.first = mini.add(bytes)
    else {
      entry.first = writer.add(bytes, isScattered)
      streamSectors.set(path, entry.first)
    }
  }
  const root = entries[0] as Entry
  if (mini.bytes.length > 0) {
    root.first = writer.add(mini.bytes)
    root.length = mini.bytes.length
  }
  const miniTable = mini.bytes.length > 0 ? writer.add(mini.table(sectorSize)) : END_OF_CHAIN
  const directorySector = writer.add(directoryBytes(entries, sectorSize))
  const miniTableSectors = mini.bytes.length > 0 ? mini.table(sectorSize).length / sectorSize : 0
  const { bytes, tableSector } = writer.finish({ directorySector, miniTable, miniTableSectors })
  return { bytes, sectorSize, tableSector, directorySector, streamSectors, entries: numbers }
}

function directoryBytes(entries: readonly Entry[], sectorSize: number): Buffer {
  const bytes = Buffer.alloc(Math.ceil((entries.length * 128) / sectorSize) * sectorSize)
  entries.forEach(({ name, kind, first, length, child, next }, index) => {
    const at = index * 128
    bytes.write(name, at, 'utf16le')
    bytes.writeUInt16LE((name.length + 1) * 2, at + 64)
    bytes.writeUInt8(kind, at + 66)
    bytes.writeUInt32LE(FREE, at + 68)
    bytes.writeUInt32LE(next, at + 72)
    bytes.writeUInt32LE(child, at + 76)
    bytes.writeUInt32LE(first, at + 116)
    bytes.writeUInt32LE(length, at + 120)
  })
  return bytes
}

class MiniStream {
  bytes = Buffer.alloc(0)
  readonly #next: number[] = []

  add(bytes: Uint8Array): number {
    const first = this.#next.length
    const count = Math.ceil(bytes.length / MINI_SECTOR)
    for (let index = 1; index <= count; index += 1) this.#next.push(index === count ? END_OF_CHAIN : first + index)
    this.bytes = Buffer.concat([this.bytes, bytes, Buffer.alloc(count * MINI_SECTOR - bytes.length)])
    return first
  }

  table(sectorSize: number): Buffer {
    const bytes = Buffer.alloc(Math.ceil((this.#next.length * 4) / sectorSize) * sectorSize, 0xff)
    this.#next.forEach((next, index) => void bytes.writeUInt32LE(next, index * 4))
    return bytes
  }
}

class SectorWriter {
  readonly #size: number
  readonly #sectors: Uint8Array[] = []
  readonly #next: number[] = []

  constructor(size: number) {
    this.#size = size
  }

  /** Answers the first sector. Scattered streams take every second sector, the ones between stay free. */
  add(bytes: Uint8Array, isScattered = false): number {
    const first = this.#sectors.length
    const step = isScattered ? 2 : 1
    const count = Math.ceil(bytes.length / this.#size)
    for (let index = 0; index < count; index += 1) {
      this.#sectors.push(bytes.subarray(index * this.#size, (index + 1) * this.#size))
      this.#next.push(index + 1 === count ? END_OF_CHAIN : first + (index + 1) * step)
      if (isScattered) {
        this.#sectors.push(new Uint8Array(0))
        this.#next.push(FREE)
      }
    }
    return first
  }

  finish(places: { directorySector: number; miniTable: number; miniTableSectors: number }): {
    bytes: Buffer
    tableSector: number
  } {
    const size = this.#size
    const perSector = size / 4
    let tableCount = 0
    let listCount = 0
    // The table describes its own sectors, and those of the list that names them beyond the first 109.
    for (let before = -1; before !== tableCount + listCount; ) {
      before = tableCount + listCount
      tableCount = Math.ceil((this.#sectors.length + before) / perSector)
      listCount = Math.ceil(Math.max(0, tableCount - 109) / (perSector - 1))
    }
    const tableSector = this.#sectors.length
    const listSector = tableSector + tableCount
    const next = [...this.#next, ...Array(tableCount).fill(TABLE_MARK), ...Array(listCount).fill(TABLE_MARK - 1)]
    const bytes = Buffer.alloc((1 + next.length) * size)
    for (const [index, sector] of this.#sectors.entries()) bytes.set(sector, (1 + index) * size)
    bytes.fill(0xff, (1 + tableSector) * size, (1 + listSector) * size)
    next.forEach((value, index) => void bytes.writeUInt32LE(value as number, (1 + tableSector) * size + index * 4))
    for (let list = 0; list < listCount; list += 1) {
      for (let entry = 0; entry < perSector - 1; entry += 1) {
        const table = 109 + list * (perSector - 1) + entry
        const value = table < tableCount ? tableSector + table : FREE
        bytes.writeUInt32LE(value, (1 + listSector + list) * size + entry * 4)
      }
      const following = list + 1 < listCount ? listSector + list + 1 : END_OF_CHAIN
      bytes.writeUInt32LE(following, (2 + listSector + list) * size - 4)
    }
    this.#writeHeader(bytes, { ...places, tableSector, tableCount, listSector, listCount })
    return { bytes, tableSector }
  }

  #writeHeader(bytes: Buffer, places: Record<string, number>): void {
    const { tableSector = 0, tableCount = 0, listSector = 0, listCount = 0 } = places
    Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(bytes)
    bytes.writeUInt16LE(0x3e, 24)
    bytes.writeUInt16LE(this.#size === 512 ? 3 : 4, 26)
    bytes.writeUInt16LE(0xfffe, 28)
    bytes.writeUInt16LE(this.#size === 512 ? 9 : 12, 30)
    bytes.writeUInt16LE(6, 32)
    bytes.writeUInt32LE(tableCount, 44)
    bytes.writeUInt32LE(places.directorySector ?? 0, 48)
    bytes.writeUInt32LE(MINI_LIMIT, 56)
    bytes.writeUInt32LE(places.miniTable ?? 0, 60)
    bytes.writeUInt32LE(places.miniTableSectors ?? 0, 64)
    bytes.writeUInt32LE(listCount > 0 ? listSector : END_OF_CHAIN, 68)
    bytes.writeUInt32LE(listCount, 72)
    for (let entry = 0; entry < 109; entry += 1) {
      bytes.writeUInt32LE(entry < tableCount ? tableSector + entry : FREE, 76 + entry * 4)
    }
  }
}
