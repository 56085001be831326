import { readFileSync } from 'node:fs'

const README = new URL('../../../README.md', import.meta.url)

/** From the first call to the result: those sections of the README, which a test types into a shell. Markdown. */
export function readGuide(): string {
  const sections = readFileSync(README, 'utf8').split(/^(?=## )/m)
  return sections.filter((section) => /^## (First calls|Recipes)\n/.test(section)).join('')
}
