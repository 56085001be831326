import { readFileSync } from 'node:fs'
import type { RefusalSite } from './refusal-sites.ts'

/** Every refusal of the work breakdown and of agile delivery, with a test that is told it. */
export const LIST = 'test/contract/refusals.txt'

export function listedLine({ file, line }: RefusalSite, test: string): string {
  return `${file}: ${line} | ${test}`
}

/** What is refused, and the test. */
export function readList(): Map<string, string> {
  const lines = readFileSync(LIST, 'utf8').trim().split('\n')
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' | ')), line.slice(line.lastIndexOf(' | ') + 3)]))
}
