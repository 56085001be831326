import type { Config } from '../settings/config.ts'
import type { FileStore } from './file-store.ts'
import { createLocalStore } from './local-store.ts'

/** The store that the settings name. */
export async function openStore(config: Config): Promise<FileStore> {
  if (config.attachmentStorage === 'local') return createLocalStore(config.dataDir)
  // With what reads its XML, which nobody else needs.
  const { createS3Store } = await import('./s3-store.ts')
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
