const LINE_LENGTH = 72

/** Breaks lines between words; a word that is longer than a line, such as an address, stays whole. */
export function wrapText(text: string): string {
  return text.split(/\r?\n/).map(wrapLine).join('\n')
}

function wrapLine(text: string): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > LINE_LENGTH) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].join('\n')
}
