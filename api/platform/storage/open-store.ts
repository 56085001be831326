import type { Config } from '../settings/config.ts'
import type { FileStore } from './file-store.ts'
import { createLocalStore } from './local-store.ts'
import { createS3Store } from './s3-store.ts'

/** The store that the settings name. */
export function openStore(config: Config): FileStore {
  if (config.attachmentStorage === 'local') return createLocalStore(config.dataDir)
  return createS3Store({
    endpoint: config.attachmentS3Endpoint ?? '',
    region: config.attachmentS3Region,
    bucket: config.attachmentS3Bucket ?? '',
    accessKeyId: config.attachmentS3AccessKeyId ?? '',
    secretAccessKey: config.attachmentS3SecretAccessKey ?? '',
    signsUrls: config.attachmentStorageSignsUrls,
    egressAllowlistedHosts: config.egressAllowlistedHosts,
  })
}
