import { open } from 'node:fs/promises'
import type { UploadedFile } from '../platform/http/route.ts'
import { contentMismatch } from './attachment.errors.ts'

/** What is looked at: enough for the first entries of a document that is an archive, whatever the size of the file. */
const LOOKED_AT_BYTES = 64 * 1024

/** Types that hold one of these may be told as what holds them, or as another name of the same. */
const ALSO_READS_AS: Readonly<Record<string, RegExp>> = {
  'application/zip':
    /^application\/(vnd\.(openxmlformats-officedocument|oasis\.opendocument)\.|epub|java-archive|x-zip)/,
  'application/x-cfb': /^application\/(msword|vnd\.(ms-|visio)|x-msproject)/,
  'application/xml': /^text\/xml$/,
  'application/gzip': /^application\/x-gzip$/,
  'audio/wav': /^audio\/(x-wav|wave)$/,
  'application/x-rar-compressed': /^application\/vnd\.rar$/,
}

/** The endings by which a file of a type is known. */
const ENDINGS: Readonly<Record<string, RegExp>> = {
  'application/pdf': /^pdf$/,
  'image/jpeg': /^(jpe?g|jpe|jfif)$/,
  'image/png': /^png$/,
  'image/webp': /^webp$/,
  'image/gif': /^gif$/,
  'text/csv': /^csv$/,
  'text/plain': /^(txt|text|log|md|csv|tsv|ini|cfg|yml|yaml|json)$/,
  'application/json': /^(json|geojson|map)$/,
  'application/zip': /^zip$/,
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': /^xlsx$/,
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': /^docx$/,
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': /^pptx$/,
}
/** Endings that browsers and desktops run or render, whatever the type says. */
const ACTIVE_ENDING =
  /^(x?html?|xht|shtml?|mht(ml)?|svgz?|xml|xslt?|m?js|hta|wasm|exe|dll|com|scr|bat|cmd|ps1|vbs|jar|lnk|url|desktop|sh)$/

const MARKUP_START = /^(?:\ufeff|\s)*</

/**
 * Refuses a file whose bytes or ending speak against the type that it was declared as: what is served under a type must
 * be of that type, and nothing must come in under the name of another.
 */
export async function checkContent(file: UploadedFile, mimeType: string, fileName: string): Promise<void> {
  if (file.sizeBytes === 0) throw contentMismatch('The file is empty.')
  checkEnding(fileName, mimeType)
  const [head, { fileTypeFromBuffer, supportedMimeTypes }] = await Promise.all([
    readHead(file.path),
    import('file-type'),
  ])
  const found = (await fileTypeFromBuffer(head))?.mime.split(';')[0]
  if (found === undefined) return checkUnmarked(head, mimeType, supportedMimeTypes)
  if (found !== mimeType && !ALSO_READS_AS[found]?.test(mimeType))
    throw contentMismatch(`The file says ${mimeType} and holds ${found}.`)
}

/** Nothing marks the bytes: then the type must be one that has no mark, and the text no page. */
function checkUnmarked(head: Uint8Array, mimeType: string, marked: ReadonlySet<string>): void {
  if (marked.has(mimeType)) throw contentMismatch(`The file says ${mimeType} and holds none.`)
  if (MARKUP_START.test(new TextDecoder().decode(head.subarray(0, 1_024))))
    throw contentMismatch(`The file says ${mimeType} and holds markup.`)
}

function checkEnding(fileName: string, mimeType: string): void {
  const ending = /\.([^.]+)$/.exec(fileName.toLowerCase())?.[1]
  if (ending === undefined) return
  const isOfType = ENDINGS[mimeType]?.test(ending)
  const isOfAnother = Object.values(ENDINGS).some((endings) => endings.test(ending))
  const isXml = ending === 'xml' && /^(application|text)\/xml$/.test(mimeType)
  if (isOfType === false || (!isOfType && isOfAnother) || (ACTIVE_ENDING.test(ending) && !isXml))
    throw contentMismatch(`A file of the type ${mimeType} does not end in .${ending}.`)
}

async function readHead(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const buffer = new Uint8Array(LOOKED_AT_BYTES)
    const { bytesRead } = await file.read(buffer, 0, LOOKED_AT_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
