/**
 * Reads a number in either decimal convention, null when it is none. With both marks the last one is the decimal mark; a
 * repeated mark groups thousands; one comma before exactly three digits groups them too, unless the rest is zero.
 */
export function parseNumber(text: string): number | null {
  // Nearly every cell is a short run of digits.
  if (/^\d{1,9}$/.test(text)) return Number(text)
  const bare = text.trim().replace(/[\s\u00a0\u202f']/g, '')
  if (bare.length > 40 || !/^[+-]?[\d.,]*\d[\d.,]*$/.test(bare)) return null
  const commas = bare.split(',').length - 1
  const points = bare.split('.').length - 1
  if (commas > 0 && points > 0) return readWithDecimal(bare, bare.lastIndexOf(',') > bare.lastIndexOf('.') ? ',' : '.')
  if (commas > 1 || points > 1) return finite(bare.replace(/[.,]/g, ''))
  if (commas === 1)
    return /^[+-]?0*[1-9]\d*,\d{3}$/.test(bare) ? finite(bare.replace(',', '')) : finite(bare.replace(',', '.'))
  return finite(bare)
}

function readWithDecimal(bare: string, decimal: ',' | '.'): number | null {
  const grouping = decimal === ',' ? '.' : ','
  const plain = bare.replaceAll(grouping, '').replace(decimal, '.')
  return plain.includes(',') ? null : finite(plain)
}

function finite(text: string): number | null {
  const value = Number(text)
  return Number.isFinite(value) ? value : null
}
