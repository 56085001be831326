import t from 'tap'
import { ConfigError, loadConfig } from '../../../api/platform/settings/config.ts'

const BUCKET = {
  SVC_ATTACHMENT_STORAGE: 's3',
  SVC_ATTACHMENT_S3_ENDPOINT: 'http://10.0.0.7:9000',
  SVC_ATTACHMENT_S3_BUCKET: 'files',
  SVC_ATTACHMENT_S3_ACCESS_KEY_ID: 'key',
  SVC_ATTACHMENT_S3_SECRET_ACCESS_KEY: 'secret',
}

/** The settings that are refused. */
function faultsOf(env: Record<string, string>): string[] {
  try {
    loadConfig(env)
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.faults.map((fault) => fault.name)
  }
}

t.test('a bucket is named whole or not at all', async (t) => {
  t.same(faultsOf(BUCKET), [])
  t.same(faultsOf({ SVC_ATTACHMENT_STORAGE: 's3' }).sort(), Object.keys(BUCKET).slice(1).sort())
  t.same(faultsOf({ ...BUCKET, SVC_ATTACHMENT_S3_BUCKET: '' }), ['SVC_ATTACHMENT_S3_BUCKET'])
  t.same(faultsOf({ ...BUCKET, SVC_ATTACHMENT_STORAGE_SIGNS_URLS: 'true' }), [])
})

t.test('a local disk signs nothing, and in production the operator says that it is kept', async (t) => {
  t.same(faultsOf({ SVC_ATTACHMENT_STORAGE_SIGNS_URLS: 'true' }), ['SVC_ATTACHMENT_STORAGE_SIGNS_URLS'])
  const name = 'SVC_ALLOW_LOCAL_ATTACHMENT_STORAGE'
  t.ok(faultsOf({ SVC_ENV: 'production' }).includes(name))
  t.notOk(faultsOf({ SVC_ENV: 'production', ...BUCKET }).includes(name), 'a bucket needs no such word')
})
