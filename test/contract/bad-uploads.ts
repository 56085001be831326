import { gzipSync } from 'node:zlib'
import type { BadBody } from './bad-bodies.ts'

interface File {
  readonly name: string
  readonly bytes: string
}

const BOUNDARY = 'x-x-x'
const END = `--${BOUNDARY}--\r\n`

const part = (headers: string, body: string) => `--${BOUNDARY}\r\n${headers}\r\n\r\n${body}\r\n`
const field = (name: string, body: string) => part(`Content-Disposition: form-data; name="${name}"`, body)
const filePart = (name: string, bytes: string, more = '') =>
  part(`Content-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/plain${more}`, bytes)

function multipart(
  name: string,
  bytes: string | Uint8Array,
  type = `multipart/form-data; boundary=${BOUNDARY}`,
): BadBody {
  return { name: `upload ${name}`, bytes, headers: { 'Content-Type': type } }
}

/** Multipart bodies that are broken in their frame, their headers, their fields or their file. */
export function badUploads(file: File): BadBody[] {
  return [...brokenFrames(file), ...wrongTypes(file), ...oddParts(file), ...oddFields(file), ...oddFiles(file)]
}

function brokenFrames({ name, bytes }: File): BadBody[] {
  const good = filePart(name, bytes) + END
  const header = good.indexOf('\r\n\r\n')
  return [
    multipart('nothing', ''),
    multipart('only the end', END),
    multipart('only the beginning', `--${BOUNDARY}`),
    multipart('cut in a header', good.slice(0, header - 10)),
    multipart('cut after the headers', good.slice(0, header + 4)),
    multipart('cut in the file', good.slice(0, header + 4 + Math.ceil(bytes.length / 2))),
    multipart('cut before the end', good.slice(0, -END.length)),
    multipart('cut in the end', good.slice(0, -4)),
    multipart('no final line break', good.slice(0, -2)),
    multipart('line feeds only', good.replaceAll('\r\n', '\n')),
    multipart('text before', `some text\r\n${good}`),
    multipart('text behind', `${good}some text`),
    multipart('two ends', good + END),
    multipart('other boundary in the body', good.replaceAll(BOUNDARY, 'y-y-y')),
    multipart('boundary in the file', filePart(name, `${bytes}\r\n--${BOUNDARY}\r\n`) + END),
  ]
}

function wrongTypes({ name, bytes }: File): BadBody[] {
  const good = filePart(name, bytes) + END
  return [
    ...[
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'multipart/form-data; boundary="',
      `multipart/form-data; boundary=${'x'.repeat(300)}`,
      'multipart/form-data; boundary=x-x',
      `multipart/form-data; boundary=${BOUNDARY}; boundary=other`,
      `multipart/form-data; charset=utf-16; boundary=${BOUNDARY}`,
      `multipart/form-data; charset=none; boundary=${BOUNDARY}`,
      `multipart/mixed; boundary=${BOUNDARY}`,
      `Multipart/Form-Data; Boundary="${BOUNDARY}"`,
      'application/json',
      'application/octet-stream',
      'text/csv',
      'application/x-www-form-urlencoded',
      ';;;',
    ].map((type) => multipart(`as ${type.slice(0, 60)}`, good, type)),
    {
      ...multipart('compressed', gzipSync(good)),
      headers: { ...multipart('', '').headers, 'Content-Encoding': 'gzip' },
    },
  ]
}

function oddParts({ name, bytes }: File): BadBody[] {
  const disposition = 'Content-Disposition: form-data'
  const parts: Record<string, string> = {
    'without headers': part('', bytes),
    'without disposition': part('Content-Type: text/plain', bytes),
    'without a name': part(`${disposition}; filename="${name}"`, bytes),
    'with an empty name': part(`${disposition}; name=""; filename="${name}"`, bytes),
    'under another name': part(`${disposition}; name="files"; filename="${name}"`, bytes),
    'as an attachment': part(`Content-Disposition: attachment; name="file"; filename="${name}"`, bytes),
    'as a field': field('file', bytes),
    'with open quotes': part(`${disposition}; name="file; filename="${name}`, bytes),
    'with a long header': part(
      `X-Long: ${'x'.repeat(90_000)}\r\n${disposition}; name="file"; filename="${name}"`,
      bytes,
    ),
    'with 3000 headers': part(`${'X-A: 1\r\n'.repeat(3000)}${disposition}; name="file"; filename="${name}"`, bytes),
    'with a header without colon': part(`nonsense\r\n${disposition}; name="file"; filename="${name}"`, bytes),
    twice: filePart(name, bytes).repeat(2),
    'within another': part(
      `${disposition}; name="file"\r\nContent-Type: multipart/mixed; boundary=z`,
      '--z\r\n\r\na\r\n--z--',
    ),
  }
  return Object.entries(parts).map(([what, text]) => multipart(`part ${what}`, text + END))
}

function oddFields({ name, bytes }: File): BadBody[] {
  const fields: Record<string, string> = {
    'eleven fields': Array.from({ length: 11 }, (_, index) => field(`f${index}`, 'x')).join(''),
    'a field of 70 kB': field('dedupe_key', 'x'.repeat(70_000)),
    __proto__: field('__proto__', '{"isSuperuser":true}') + field('constructor', 'x'),
    'column_map is no JSON': field('column_map', '{'),
    'column_map is an array': field('column_map', '[["Name"]]'),
    'column_map holds NUL': field('column_map', '{"Na\\u0000me":"name"}'),
    'column_map with raw NUL': field('column_map', '{"Na\0me":"name"}'),
    'column_map with half a surrogate': field('column_map', '{"Name":"\\ud800"}'),
    'date_order is unknown': field('date_order', 'ymd'),
    'dedupe_key is empty': field('dedupe_key', ''),
    'dedupe_key with NUL': field('dedupe_key', 'a\0b'),
    'program is no id': field('program', 'x'),
    'replace is no boolean': field('replace', 'perhaps') + field('expected_program_id', '7'),
    'the same field twice': field('date_order', 'iso') + field('date_order', 'mdy'),
  }
  return Object.entries(fields).map(([what, text]) => multipart(what, text + filePart(name, bytes) + END))
}

function oddFiles({ name, bytes }: File): BadBody[] {
  const dot = name.lastIndexOf('.')
  const [stem, extension] = [name.slice(0, dot), name.slice(dot)]
  const names = ['', extension, `../../etc/passwd${extension}`, `a\0b${extension}`, `${'n'.repeat(300)}${extension}`]
  const others = [stem, `${stem}.exe`, `${name}.`, `\u202e${name}`, `${stem}\\${name}`]
  const contents: Record<string, string> = {
    nothing: '',
    'a byte order mark': '\ufeff',
    'NUL characters': '\0'.repeat(1000),
    'another format': '%PDF-1.7\n',
    'one megabyte of one letter': 'x'.repeat(1_000_000),
    'half of it': bytes.slice(0, bytes.length / 2),
    'many open brackets': '[{<"'.repeat(20_000),
  }
  return [
    ...[...names, ...others].map((odd) =>
      multipart(`file named ${JSON.stringify(odd).slice(0, 40)}`, filePart(odd, bytes) + END),
    ),
    ...Object.entries(contents).map(([what, content]) =>
      multipart(`file holding ${what}`, filePart(name, content) + END),
    ),
    multipart('file in base64', filePart(name, btoa('x'), '\r\nContent-Transfer-Encoding: base64') + END),
    multipart(
      'file without its type',
      part(`Content-Disposition: form-data; name="file"; filename*=UTF-8''%ff%00${extension}`, bytes) + END,
    ),
  ]
}
