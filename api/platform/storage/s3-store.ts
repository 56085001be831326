import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { AwsClient } from 'aws4fetch'
import { XMLParser } from 'fast-xml-parser'
import { guardedFetch, guardedStream, type OutboundReply, type OutboundRequest } from '../egress/guarded-fetch.ts'
import { unavailable } from '../errors.ts'
import { asDownload, type FileStore, type ListedFile, type SigningOptions } from './file-store.ts'

const TRANSFER_MS = 300_000
const SHORT_MS = 15_000
const MAX_LIST_BYTES = 4 * 1024 * 1024
const NO_BYTES_HASH = createHash('sha256').digest('hex')

export interface S3Settings {
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Whether browsers reach the endpoint, so that signed addresses are of use to them. */
  readonly signsUrls: boolean
  readonly egressAllowlistedHosts: readonly string[]
}

/** Files in a bucket of an S3-compatible store, addressed by path. The operator named the endpoint: it may be a private one. */
export function createS3Store(settings: S3Settings): FileStore {
  const bucket = new Bucket(settings)
  return {
    put: (key, file) => bucket.put(key, file),
    open: (key) => bucket.open(key),
    remove: (key) => bucket.remove(key),
    list: (prefix) => bucket.list(prefix),
    sign: settings.signsUrls ? (key, options) => bucket.sign(key, options) : null,
  }
}

class Bucket {
  private readonly client: AwsClient
  private readonly root: string
  private readonly egress: { readonly egressAllowlistedHosts: string[] }

  constructor({ endpoint, bucket, region, accessKeyId, secretAccessKey, egressAllowlistedHosts }: S3Settings) {
    this.client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })
    this.root = `${endpoint.replace(/\/+$/, '')}/${bucket}`
    this.egress = { egressAllowlistedHosts: [...egressAllowlistedHosts, new URL(endpoint).host] }
  }

  async put(key: string, file: { path: string; sizeBytes: number }): Promise<void> {
    const hash = createHash('sha256')
    await pipeline(createReadStream(file.path), hash)
    const headers = { 'content-length': String(file.sizeBytes), 'content-type': 'application/octet-stream' }
    const body = createReadStream(file.path)
    try {
      const request = { method: 'PUT' as const, headers, body, timeoutMs: TRANSFER_MS }
      checked(await this.ask(this.urlOf(key), request, hash.digest('hex')))
    } finally {
      body.destroy()
    }
  }

  async open(key: string) {
    const { url, headers } = await this.signed(this.urlOf(key), 'GET', NO_BYTES_HASH)
    const request = { headers, timeoutMs: TRANSFER_MS }
    const reply = await answered(guardedStream(this.egress, url, request))
    if (reply.status === 200) return { stream: reply.body, sizeBytes: Number(reply.headers['content-length']) }
    reply.body.destroy()
    if (reply.status === 404) return null
    throw storageUnavailable()
  }

  async remove(key: string): Promise<void> {
    const reply = await this.ask(this.urlOf(key), { method: 'DELETE' })
    if (reply.status !== 404) checked(reply)
  }

  async *list(prefix: string): AsyncIterable<readonly ListedFile[]> {
    let token: string | null = ''
    while (token !== null) {
      const url = new URL(this.root)
      url.search = String(
        new URLSearchParams({ 'list-type': '2', prefix, ...(token && { 'continuation-token': token }) }),
      )
      const page = readListing(checked(await this.ask(url, { maxBytes: MAX_LIST_BYTES })).body.toString())
      yield page.files
      token = page.next
    }
  }

  async sign(key: string, { fileName, lifeSeconds }: SigningOptions): Promise<string> {
    const url = this.urlOf(key)
    url.searchParams.set('X-Amz-Expires', String(lifeSeconds))
    url.searchParams.set('response-content-disposition', asDownload(fileName))
    url.searchParams.set('response-content-type', 'application/octet-stream')
    return (await this.client.sign(url, { method: 'GET', aws: { signQuery: true } })).url
  }

  private urlOf(key: string): URL {
    return new URL(`${this.root}/${key}`)
  }

  private async signed(url: URL, method: string, bodyHash: string) {
    const request = await this.client.sign(url, { method, headers: { 'x-amz-content-sha256': bodyHash } })
    return { url: request.url, headers: Object.fromEntries(request.headers) }
  }

  private async ask(url: URL, request: OutboundRequest, bodyHash = NO_BYTES_HASH): Promise<OutboundReply> {
    const signed = await this.signed(url, request.method ?? 'GET', bodyHash)
    const headers = { ...request.headers, ...signed.headers }
    return answered(guardedFetch(this.egress, signed.url, { timeoutMs: SHORT_MS, ...request, headers }))
  }
}

function checked(reply: OutboundReply): OutboundReply {
  if (reply.status >= 300) throw storageUnavailable(new Error(`the store said ${reply.status}`))
  return reply
}

async function answered<T>(exchange: Promise<T>): Promise<T> {
  try {
    return await exchange
  } catch (error) {
    throw storageUnavailable(error)
  }
}

function storageUnavailable(cause?: unknown): Error {
  const options = { code: 'storage_unavailable', retryAfterSeconds: 30 }
  return Object.assign(unavailable('The storage for files cannot be reached.', options), { cause })
}

const parser = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'Contents' })

interface Listing {
  readonly ListBucketResult?: {
    readonly Contents?: readonly { readonly Key: string; readonly LastModified: string }[]
    readonly IsTruncated?: string
    readonly NextContinuationToken?: string
  }
}

function readListing(xml: string): { files: ListedFile[]; next: string | null } {
  const { ListBucketResult: listing } = parser.parse(xml) as Listing
  const files = (listing?.Contents ?? []).map((one) => ({ key: one.Key, changedAt: new Date(one.LastModified) }))
  const next = listing?.IsTruncated === 'true' ? (listing.NextContinuationToken ?? null) : null
  return { files, next }
}
