export type XerRow = Readonly<Record<string, string | number>>

/** The bytes of an XER file of these tables; a field that a row leaves out is blank. */
export function makeXer(tables: Readonly<Record<string, readonly XerRow[]>>): Buffer {
  const lines = ['ERMHDR\t21.12\t2026-04-06\tProject\tann\tann\tdb\tProject Management\tEUR']
  for (const [table, rows] of Object.entries(tables)) {
    const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))]
    lines.push(`%T\t${table}`, `%F\t${fields.join('\t')}`)
    for (const row of rows) lines.push(`%R\t${fields.map((field) => row[field] ?? '').join('\t')}`)
  }
  return Buffer.from([...lines, '%E', ''].join('\r\n'))
}
