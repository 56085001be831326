import { createWriteStream, type WriteStream } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import path from 'node:path'
import { finished } from 'node:stream/promises'
import { Busboy, type BusboyFileStream, type BusboyHeaders } from '@fastify/busboy'
import { fieldError, Refusal } from '../../errors.ts'
import { newId } from '../../ids.ts'
import type { MultipartBody, UploadedFile, UploadSpec } from '../route.ts'
import { parseJsonBody } from './json-body.ts'
import { watchPace } from './pace.ts'
import { cutOff, declaredBytes, drain, isJson, readBody, refuseEncoding, tooLarge } from './read-body.ts'
import { refusalOfFolder } from './upload-folder.ts'

/** Objects in the fields of a form are refused as what they are. */
const FORM_DEPTH = 8
const MAX_FIELDS = 10
const MAX_FIELD_BYTES = 64 * 1024
const MAX_FILE_NAME = 255
/** Fields and boundaries around the file. */
const MAX_OVERHEAD_BYTES = MAX_FIELDS * MAX_FIELD_BYTES + 64 * 1024

export interface UploadOptions extends Omit<UploadSpec, 'maxBytes'> {
  readonly maxBytes: number
  readonly directory: string
}

/**
 * Reads a multipart body with one file into `directory`, cut off with 413 at the limit while reading. The caller
 * removes the file with `removeUpload` on every path out. `json`: the body when it is itself the file.
 */
export function readUpload(request: IncomingMessage, json: Buffer, options: UploadOptions): Promise<MultipartBody> {
  if (options.orJson && isJson(request)) return keepJsonFile(json, options)
  if (options.orFields && isJson(request)) return told(options, async () => ({ file: null, fields: jsonFields(json) }))
  return told(options, () => readMultipart(request, options))
}

/** A body that is the file, in memory. */
export function readJsonFile(
  request: IncomingMessage,
  options: Pick<UploadOptions, 'maxBytes' | 'tooLargeStatus'>,
): Promise<Buffer> {
  return told(options, () => readBody(request, options.maxBytes))
}

/** Too large a body is refused with the status that the route has for it. */
async function told<T>({ tooLargeStatus }: Pick<UploadOptions, 'tooLargeStatus'>, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 413 || tooLargeStatus === undefined) throw error
    throw new Refusal(tooLargeStatus, error.message, { headers: error.headers })
  }
}

/** The fields of a form that came as JSON, in the text that a form would have. */
function jsonFields(json: Buffer): Record<string, string> {
  const fields: Record<string, string> = Object.create(null)
  for (const [name, value] of Object.entries(parseJsonBody(json, FORM_DEPTH) as object)) {
    if (value === null) continue
    if (typeof value === 'object') throw fieldError(name, 'Not a valid string.')
    fields[name] = String(value)
  }
  return fields
}

/** The name of a body is nobody's; an empty one is no file. */
async function keepJsonFile(bytes: Buffer, options: UploadOptions): Promise<MultipartBody> {
  if (bytes.length === 0 && options.required) throw fieldError(options.field, 'No file was submitted.')
  const filePath = path.join(options.directory, `${newId()}.upload`)
  try {
    await mkdir(options.directory, { recursive: true, mode: 0o700 })
    await writeFile(filePath, bytes, { mode: 0o600 })
  } catch (error) {
    // On a full disk a part of it may be there.
    await rm(filePath, { force: true }).catch(() => undefined)
    throw refusalOfFolder(error) ?? error
  }
  const file = { path: filePath, fileName: 'upload.json', mimeType: 'application/json', sizeBytes: bytes.length }
  return { file, fields: Object.create(null) }
}

async function readMultipart(request: IncomingMessage, options: UploadOptions): Promise<MultipartBody> {
  if (!/^multipart\/form-data\s*;/i.test(request.headers['content-type'] ?? '')) {
    throw new Refusal(415, 'Send the file as multipart/form-data.')
  }
  refuseEncoding(request)
  const reading = new UploadReading(options)
  try {
    if (declaredBytes(request) > options.maxBytes + MAX_OVERHEAD_BYTES) throw tooLarge(options.maxBytes)
    await mkdir(options.directory, { recursive: true, mode: 0o700 })
    await reading.read(request)
  } catch (error) {
    await reading.discard()
    const refusal = error instanceof Refusal ? error : refusalOfFolder(error)
    // Those that end the connection are answered at once, and drained while they are.
    if (refusal?.headers.Connection !== 'close') await drain(request)
    throw refusal ?? error
  }
  if (!reading.file && options.required) throw fieldError(options.field, 'No file was submitted.')
  return { file: reading.file, fields: reading.fields }
}

/** One multipart body under way. */
class UploadReading {
  readonly fields: Record<string, string> = Object.create(null)
  file: (UploadedFile & { sizeBytes: number }) | null = null
  private readonly options: UploadOptions
  private sink: WriteStream | null = null
  private written: Promise<void> = Promise.resolve()

  constructor(options: UploadOptions) {
    this.options = options
  }

  async read(request: IncomingMessage): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const parser = newParser(request, this.options.maxBytes)
    parser.on('field', (name, value, _nameCut, valueCut) => {
      if (valueCut) reject(fieldError(name, 'The field is too long.'))
      else if (name !== undefined) this.fields[name] = value
    })
    parser.on('file', (name, stream, fileName, _encoding, mimeType) => {
      // Also a part that nobody wants can end in an error, and an error without a listener ends the process.
      stream.on('error', () => reject(unreadable()))
      if (name === this.options.field) this.keep(stream, { fileName, mimeType }, reject)
      else stream.resume()
    })
    parser.on('filesLimit', () => reject(new Refusal(400, 'Send one file.')))
    parser.on('fieldsLimit', () => reject(tooManyFields()))
    parser.on('partsLimit', () => reject(tooManyFields()))
    parser.on('error', () => reject(unreadable()))
    parser.on('finish', () => resolve())
    // A request closes also when it has come in whole, which may be before the parser has read it all.
    const onCut = () => {
      if (!request.complete) reject(cutOff())
    }
    request.on('close', onCut).on('error', onCut)
    const unwatch = watchPace(request, reject)
    request.pipe(parser)
    try {
      await promise
      await this.written
    } finally {
      unwatch()
      request.off('close', onCut)
      request.unpipe(parser)
    }
  }

  private keep(
    stream: BusboyFileStream,
    facts: { fileName: string | undefined; mimeType: string },
    reject: (error: Error) => void,
  ): void {
    const file = {
      path: path.join(this.options.directory, `${newId()}.upload`),
      fileName: safeName(facts.fileName),
      mimeType: facts.mimeType,
      sizeBytes: 0,
    }
    const sink = createWriteStream(file.path, { mode: 0o600 })
    this.file = file
    this.sink = sink
    this.written = finished(sink)
    this.written.catch(reject)
    stream.on('data', (chunk: Buffer) => {
      file.sizeBytes += chunk.length
    })
    stream.on('limit', () => reject(tooLarge(this.options.maxBytes)))
    stream.pipe(sink)
  }

  /** Ends the writing, however far it came, and removes the file. */
  async discard(): Promise<void> {
    this.sink?.destroy()
    await this.written.catch(() => undefined)
    // A folder that cannot be read any more has been told of by the write.
    if (this.file) await rm(this.file.path, { force: true }).catch(() => undefined)
  }
}

function newParser(request: IncomingMessage, maxBytes: number): InstanceType<typeof Busboy> {
  try {
    return new Busboy({
      headers: request.headers as BusboyHeaders,
      limits: {
        files: 1,
        fields: MAX_FIELDS,
        fieldSize: MAX_FIELD_BYTES,
        fileSize: maxBytes,
        // One more than may be sent, so that a field or a file too many is named as what it is.
        parts: MAX_FIELDS + 2,
        headerPairs: 32,
        headerSize: 16 * 1024,
      },
    })
  } catch {
    throw unreadable()
  }
}

function unreadable(): Refusal {
  return new Refusal(400, 'The multipart body cannot be read.')
}

function tooManyFields(): Refusal {
  return new Refusal(400, `Send at most ${MAX_FIELDS} fields.`)
}

/** Base name only, odd characters replaced, so that it may be shown and stored. */
export function safeName(fileName: string | undefined): string {
  const base = (fileName ?? '').split(/[\\/]/).pop() ?? ''
  const cleaned = base
    .replace(/[^\p{L}\p{N}._\- ()]/gu, '_')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_FILE_NAME)
  return cleaned === '' ? 'upload' : cleaned
}

export async function removeUpload(upload: MultipartBody | null): Promise<void> {
  if (upload?.file) await rm(upload.file.path, { force: true })
}
