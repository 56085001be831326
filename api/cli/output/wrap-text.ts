/** Breaks a text at its spaces, so that no line is longer than `width` where its words allow; no newline at the end. */
export function wrapText(text: string, width: number, indent = ''): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && indent.length + line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].map((each) => `${indent}${each}`).join('\n')
}
