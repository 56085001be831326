/** What a file may take at most, whatever limits it sets itself. */
export const longestFileMs = 600_000

const mark = '# end of file'

/** The line that stands after everything that a test file wrote. */
export function fileEnd(path: string, passed: boolean): string {
  return `${mark} ${passed ? 'passed' : 'failed'} ${path}\n`
}

/** What the file wrote and whether it passed, once its last line is there. */
export function readFileEnd(text: string, path: string): { output: string; passed: boolean } | null {
  for (const passed of [true, false]) {
    const end = fileEnd(path, passed)
    if (text.endsWith(end)) return { output: text.slice(0, -end.length), passed }
  }
  return null
}
