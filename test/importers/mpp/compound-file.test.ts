import t from 'tap'
import { readCompoundFile } from '../../../importers/binary/read-compound-file.ts'
import { ImportRefusal } from '../../../importers/plan/import-refusal.ts'
import { type MadeContainer, makeCompoundFile } from './make-compound-file.ts'

const numbered = (length: number) => Uint8Array.from({ length }, (_, index) => (index * 7 + (index >> 8)) & 255)
const small = numbered(100)
const large = numbered(20_000)

/** What a refusal says, or `read`. */
function outcome(bytes: Uint8Array, ...path: string[]): string {
  try {
    readCompoundFile(bytes).stream(...path)
    return 'read'
  } catch (error) {
    if (error instanceof ImportRefusal) return `${error.code}: ${error.detail}`
    throw error
  }
}

function made(options: Parameters<typeof makeCompoundFile>[1] = {}): MadeContainer {
  return makeCompoundFile({ 'Data/Small': small, 'Data/Large': large, 'Data/Deep/Empty': new Uint8Array(0) }, options)
}

const sectorAt = (file: MadeContainer, sector: number) => (sector + 1) * file.sectorSize
const tableEntryAt = (file: MadeContainer, sector: number) => sectorAt(file, file.tableSector) + sector * 4
const entryAt = (file: MadeContainer, path: string) =>
  sectorAt(file, file.directorySector) + (file.entries.get(path) ?? 0) * 128

t.test('streams come out as they went in', async (t) => {
  for (const options of [{}, { sectorSize: 4096 }, { isScattered: true }] as const) {
    const file = readCompoundFile(made(options).bytes)
    const label = JSON.stringify(options)
    t.same(Buffer.from(file.stream('Data', 'Small') ?? []), Buffer.from(small), `small, ${label}`)
    t.same(Buffer.from(file.stream('Data', 'Large') ?? []), Buffer.from(large), `large, ${label}`)
    t.equal(file.stream('Data', 'Deep', 'Empty')?.length, 0, `empty, ${label}`)
  }
})

t.test('names are found in any case, and only at their place', async (t) => {
  const file = readCompoundFile(made().bytes)
  t.ok(file.stream('DATA', 'small'))
  t.equal(file.stream('Small'), null)
  t.equal(file.stream('Data'), null, 'a storage is no stream')
  t.ok(file.hasStorage('data', 'deep'))
  t.notOk(file.hasStorage('Data', 'Small'))
})

t.test('a table of more than 109 sectors continues in a list', async (t) => {
  const huge = numbered(9_000_000)
  const container = makeCompoundFile({ Huge: huge, Small: small })
  t.ok(container.bytes.readUInt32LE(72) > 0, 'there is such a list')
  const file = readCompoundFile(container.bytes)
  t.ok(Buffer.from(huge).equals(Buffer.from(file.stream('Huge') ?? [])))
  const circle = Buffer.from(container.bytes)
  const list = circle.readUInt32LE(68)
  circle.writeUInt32LE(list, sectorAt(container, list) + 508)
  circle.writeUInt32LE(20_000, 44)
  t.match(outcome(circle), /^unreadable_file/, 'a list that runs in a circle')
})

t.test('a last sector cut to the length of its stream is enough', async (t) => {
  const container = makeCompoundFile({ Large: large })
  const first = container.streamSectors.get('Large') ?? 0
  // The writer puts streams first, so a copy that ends inside the stream has lost the table: point beyond is refused.
  t.match(outcome(container.bytes.subarray(0, sectorAt(container, first) + 600), 'Large'), /^unreadable_file/)
})

t.test('chains that are longer than the file', async (t) => {
  const container = made()
  const first = container.streamSectors.get('Data/Large') ?? 0
  const damaged = (change: (bytes: Buffer) => void) => {
    const bytes = Buffer.from(container.bytes)
    change(bytes)
    return outcome(bytes, 'Data', 'Large')
  }
  t.equal(
    damaged(() => {}),
    'read',
  )
  t.match(
    damaged((b) => b.writeUInt32LE(first, tableEntryAt(container, first + 2))),
    /runs in a circle/,
  )
  t.match(
    damaged((b) => b.writeUInt32LE(0xfffffffe, tableEntryAt(container, first + 2))),
    /ends early/,
  )
  t.match(
    damaged((b) => b.writeUInt32LE(99_999, tableEntryAt(container, first + 2))),
    /beyond the end/,
  )
  t.match(
    damaged((b) => b.writeUInt32LE(0x7fffffff, entryAt(container, 'Data/Large') + 116)),
    /beyond the end/,
  )
  t.match(
    damaged((b) => b.writeUInt32LE(0xffffffff, entryAt(container, 'Data/Large') + 120)),
    /more bytes than/,
  )
  t.match(
    damaged((b) => b.writeUInt32LE(30_000, entryAt(container, 'Data/Large') + 120)),
    /ends early|more bytes than/,
  )
})

t.test('the directory', async (t) => {
  const container = made()
  const directoryAt = sectorAt(container, container.directorySector)
  const damaged = (change: (bytes: Buffer) => void, ...path: string[]) => {
    const bytes = Buffer.from(container.bytes)
    change(bytes)
    return outcome(bytes, ...path)
  }
  t.match(
    damaged((b) => b.writeUInt8(2, directoryAt + 66)),
    /has no root/,
  )
  t.match(
    damaged((b) => b.writeUInt32LE(5000, directoryAt + 76)),
    /entry that is not there/,
  )
  t.match(
    damaged((b) => b.writeUInt32LE(container.directorySector, tableEntryAt(container, container.directorySector + 1))),
    /circle|early|read/,
  )
  const small = entryAt(container, 'Data/Small')
  t.equal(
    damaged((b) => b.writeUInt32LE(container.entries.get('Data/Small') ?? 0, small + 72), 'Data', 'Small'),
    'read',
    'a tree bent into a circle ends',
  )
})

t.test('headers that promise too much', async (t) => {
  const container = made()
  const damaged = (change: (bytes: Buffer) => void) => {
    const bytes = Buffer.from(container.bytes)
    change(bytes)
    return outcome(bytes, 'Data', 'Small')
  }
  t.match(
    damaged((b) => b.writeUInt32LE(0xffffffff, 44)),
    /larger table/,
  )
  t.match(
    damaged((b) => b.writeUInt32LE(110, 44)),
    /larger table|table lies beyond/,
  )
  t.match(
    damaged((b) => b.writeUInt32LE(0x7fffffff, 76)),
    /table lies beyond/,
  )
  t.match(
    damaged((b) => b.writeUInt16LE(31, 30)),
    /sizes/,
  )
  t.match(
    damaged((b) => b.writeUInt16LE(0, 30)),
    /sizes/,
  )
  t.match(
    damaged((b) => b.writeUInt16LE(20, 32)),
    /sizes/,
  )
  t.match(
    damaged((b) => b.writeUInt16LE(0xfeff, 28)),
    /begin as/,
  )
  t.match(
    damaged((b) => b.writeUInt32LE(0x7fffffff, 48)),
    /directory lies beyond/,
  )
  t.match(
    damaged((b) => b.writeUInt32LE(0x7fffffff, 60)),
    /small parts lies beyond/,
  )
  for (const length of [0, 7, 8, 30, 100, 511, 512, 600]) {
    t.match(outcome(container.bytes.subarray(0, length)), /^unreadable_file/, `${length} bytes`)
  }
})

t.test('streams that share their sectors are not copied over and over', async (t) => {
  const names = Array.from({ length: 60 }, (_, index) => `S${index}`)
  const container = makeCompoundFile(Object.fromEntries([['Large', large], ...names.map((name) => [name, small])]))
  const bytes = Buffer.from(container.bytes)
  for (const name of names) {
    bytes.writeUInt32LE(container.streamSectors.get('Large') ?? 0, entryAt(container, name) + 116)
    bytes.writeUInt32LE(large.length, entryAt(container, name) + 120)
  }
  const file = readCompoundFile(bytes)
  t.throws(
    () => {
      for (const name of names) file.stream(name)
    },
    { code: 'too_complex' },
  )
})
