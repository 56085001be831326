// Eight-bit text of a Windows code page. Pages that the platform has no decoder for read as Western European.

const ENCODINGS = new Map([
  [866, 'ibm866'],
  [874, 'windows-874'],
  [932, 'shift_jis'],
  [936, 'gbk'],
  [949, 'euc-kr'],
  [950, 'big5'],
  [1200, 'utf-16le'],
  [10000, 'macintosh'],
  [65001, 'utf-8'],
])

export function decodeCodePage(bytes: Uint8Array, codePage: number): string {
  const isWindows = codePage >= 1250 && codePage <= 1258
  const encoding = ENCODINGS.get(codePage) ?? (isWindows ? `windows-${codePage}` : 'windows-1252')
  return new TextDecoder(encoding).decode(bytes)
}
