import { parse as parseCsv } from 'csv-parse/sync'
import ExcelJS from 'exceljs'
import { XMLParser } from 'fast-xml-parser'
import { SaxesParser } from 'saxes'
import type { Peer } from '../bench-case.ts'

/** Other ways into the same files. They only get at the rows; nothing becomes a plan. The hash is the count of rows. */
function reader(name: string, read: () => number | Promise<number>): Peer {
  return {
    name,
    async sample() {
      const startedMs = performance.now()
      const rows = await read()
      return { value: performance.now() - startedMs, hash: String(rows) }
    },
  }
}

/** Each task as an object of its child elements. */
export function saxesReader(bytes: Buffer): Peer {
  return reader('saxes, tasks as objects', () => {
    const parser = new SaxesParser()
    const tasks: Record<string, string>[] = []
    let task: Record<string, string> | null = null
    let text = ''
    parser.on('opentag', ({ name }) => {
      if (name === 'Task') task = {}
      text = ''
    })
    parser.on('text', (part) => {
      text += part
    })
    parser.on('closetag', ({ name }) => {
      if (name === 'Task' && task) {
        tasks.push(task)
        task = null
      } else if (task) task[name] = text
    })
    parser.write(bytes.toString('utf8')).close()
    return tasks.length
  })
}

export function fastXmlReader(bytes: Buffer): Peer {
  return reader('fast-xml-parser', () => {
    const document = new XMLParser().parse(bytes) as { Project: { Tasks: { Task: unknown[] } } }
    return document.Project.Tasks.Task.length
  })
}

export function csvParseReader(bytes: Buffer): Peer {
  return reader('csv-parse, records', () => (parseCsv(bytes, { columns: true, bom: true }) as unknown[]).length)
}

export function exceljsReader(bytes: Buffer): Peer {
  return reader('exceljs load', async () => {
    const workbook = new ExcelJS.Workbook()
    await workbook.xlsx.load(bytes as unknown as ArrayBuffer)
    let rows = 0
    workbook.worksheets[0]?.eachRow((row) => {
      if (row.getCell(1).value !== undefined) rows++
    })
    return rows
  })
}
