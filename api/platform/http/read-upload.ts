import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import path from 'node:path'
import { finished } from 'node:stream/promises'
import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import { newId } from '../ids.ts'
import { fieldError, Refusal } from '../errors.ts'
import { refuseEncoding, tooLarge } from './read-body.ts'
import type { MultipartBody, UploadedFile } from './route.ts'

const MAX_FIELDS = 10
const MAX_FIELD_BYTES = 64 * 1024
const MAX_FILE_NAME = 255

/**
 * Reads a multipart body with one file into `directory`, cut off with 413 at the limit while reading. The caller
 * removes the file with `removeUpload` on every path out.
 */
export async function readUpload(
  request: IncomingMessage,
  options: { field: string; maxBytes: number; required: boolean; directory: string },
): Promise<MultipartBody> {
  if (!/^multipart\/form-data\s*;/i.test(request.headers['content-type'] ?? '')) {
    throw new Refusal(415, 'Send the file as multipart/form-data.')
  }
  refuseEncoding(request)
  await mkdir(options.directory, { recursive: true })
  const fields: Record<string, string> = Object.create(null)
  const files: UploadedFile[] = []
  const writes: Promise<void>[] = []
  try {
    await parse(request, options, fields, files, writes)
    await Promise.all(writes)
  } catch (error) {
    await Promise.allSettled(writes)
    await Promise.all(files.map((file) => rm(file.path, { force: true })))
    throw error
  }
  const file = files[0] ?? null
  if (!file && options.required) throw fieldError(options.field, 'No file was submitted.')
  return { file, fields }
}

function parse(
  request: IncomingMessage,
  options: { field: string; maxBytes: number; directory: string },
  fields: Record<string, string>,
  files: UploadedFile[],
  writes: Promise<void>[],
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let parser: InstanceType<typeof Busboy>
  try {
    parser = new Busboy({
      headers: request.headers as BusboyHeaders,
      limits: { files: 1, fields: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES, fileSize: options.maxBytes, parts: MAX_FIELDS + 1 },
    })
  } catch {
    throw new Refusal(400, 'The multipart body cannot be read.')
  }
  const fail = (error: Error) => {
    request.unpipe(parser)
    request.resume()
    reject(error)
  }
  parser.on('field', (name, value, _nameCut, valueCut) => {
    if (valueCut) fail(fieldError(name, 'The field is too long.'))
    else fields[name] = value
  })
  parser.on('file', (name, stream, fileName, _encoding, mimeType) => {
    if (name !== options.field) {
      stream.resume()
      return
    }
    const file = { path: path.join(options.directory, `${newId()}.upload`), fileName: safeName(fileName), mimeType, sizeBytes: 0 }
    const sink = createWriteStream(file.path, { mode: 0o600 })
    files.push(file)
    stream.on('data', (chunk: Buffer) => {
      file.sizeBytes += chunk.length
    })
    stream.on('limit', () => fail(tooLarge(options.maxBytes)))
    stream.on('error', fail)
    sink.on('error', fail)
    stream.pipe(sink)
    const written = finished(sink)
    written.catch(() => undefined)
    writes.push(written)
  })
  parser.on('filesLimit', () => fail(new Refusal(400, 'Send one file.')))
  parser.on('fieldsLimit', () => fail(new Refusal(400, `Send at most ${MAX_FIELDS} fields.`)))
  parser.on('error', () => fail(new Refusal(400, 'The multipart body cannot be read.')))
  parser.on('finish', () => resolve())
  request.on('aborted', () => fail(new Refusal(400, 'The upload was cut off.')))
  request.pipe(parser)
  return promise
}

/** Base name only, odd characters replaced, so that it may be shown and stored. */
export function safeName(fileName: string | undefined): string {
  const base = (fileName ?? '').split(/[\\/]/).pop() ?? ''
  const cleaned = base.replace(/[^\p{L}\p{N}._\- ()]/gu, '_').replace(/\s+/g, ' ').trim().slice(0, MAX_FILE_NAME)
  return cleaned === '' ? 'upload' : cleaned
}

export async function removeUpload(upload: MultipartBody | null): Promise<void> {
  if (upload?.file) await rm(upload.file.path, { force: true })
}
