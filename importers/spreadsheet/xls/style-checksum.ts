const POLYNOMIAL = 0xaf
const TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24
  for (let bit = 0; bit < 8; bit += 1) value = value < 0 ? (value << 1) ^ POLYNOMIAL : value << 1
  return value & 0xffff
})

/** The checksum of the styles of a workbook, by which later versions know whether others changed them ([MS-OSHARED] 2.4.3). */
export function styleChecksum(styles: readonly Uint8Array[]): number {
  let sum = 0
  for (const style of styles) for (const byte of style) sum = (sum << 8) ^ (TABLE[(sum >>> 24) ^ byte] ?? 0)
  return sum >>> 0
}
