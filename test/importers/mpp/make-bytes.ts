// Pieces of native plans for tests.

/** Days and minutes of the day since the format's epoch. */
export const stamp = (day: number, minutes: number): number => ((day << 16) | (minutes * 10)) >>> 0
export const text = (value: string): Buffer => Buffer.from(`${value}\0`, 'utf16le')
export const int16 = (value: number): Buffer => Buffer.from([value & 255, value >>> 8])

export function int32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, index) => void bytes.writeInt32LE(value | 0, index * 4))
  return bytes
}

export function float64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleLE(value)
  return bytes
}

export function compObj(...names: string[]): Buffer {
  const parts = names.map((name) => Buffer.concat([int32(name.length + 1), Buffer.from(`${name}\0`)]))
  return Buffer.concat([Buffer.alloc(28), ...parts])
}

export function props(values: Record<number, Buffer>): Buffer {
  const items = Object.entries(values).map(([key, value]) =>
    Buffer.concat([int32(value.length, Number(key), 0), value, Buffer.alloc(value.length % 2)]),
  )
  const header = Buffer.alloc(16)
  header.writeUInt16LE(items.length, 12)
  return Buffer.concat([header, ...items])
}
