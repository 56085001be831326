import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readRun } from '../bench-run.ts'
import { EXIT } from '../compare.ts'
import { reportPage } from './report-page.ts'

/** `bench report RUN.json --html FILE`: the page of an earlier run. */
export function writeReport(args: readonly string[]): number {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { html: { type: 'string' } },
      allowPositionals: true,
    })
    const [file, ...others] = positionals
    if (file === undefined || others.length > 0 || values.html === undefined) throw new Error('one run and --html FILE')
    writeFileSync(values.html, reportPage(readRun(file)))
    return EXIT.ok
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    return EXIT.wrongUse
  }
}
