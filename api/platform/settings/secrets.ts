import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newSecret } from '../ids.ts'
import type { Config } from './config.ts'

/** The keys that every process of one installation shares. */
export interface Secrets {
  secretKey: string
  jwtSigningKey: string
  encryptionKey: string
}

/**
 * Takes the keys from the settings, and the ones that are unset from `<data folder>/secrets.json`, which is
 * written once with mode 0600. Processes on several machines must be given the same keys by settings.
 */
export function loadOrCreateSecrets(config: Config): Secrets {
  const given = { secretKey: config.secretKey, encryptionKey: config.integrationEncryptionKey }
  const isComplete = given.secretKey !== null && given.encryptionKey !== null
  const kept = isComplete ? null : readOrCreateFile(config.dataDir)
  const secretKey = given.secretKey ?? kept!.secretKey
  return {
    secretKey,
    jwtSigningKey: config.jwtSigningKey ?? secretKey,
    encryptionKey: given.encryptionKey ?? kept!.encryptionKey,
  }
}

/** The variables that hand these keys to a child process. */
export function secretsEnvironment(secrets: Secrets): Record<string, string> {
  return {
    SVC_SECRET_KEY: secrets.secretKey,
    SVC_JWT_SIGNING_KEY: secrets.jwtSigningKey,
    INTEGRATION_ENCRYPTION_KEY: secrets.encryptionKey,
  }
}

type KeptSecrets = Pick<Secrets, 'secretKey' | 'encryptionKey'>

function readOrCreateFile(dataDir: string): KeptSecrets {
  const path = join(dataDir, 'secrets.json')
  const kept = readFile(path)
  if (kept !== null) return kept
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, JSON.stringify({ secretKey: newSecret(48), encryptionKey: newSecret(48) }), { mode: 0o600 })
  try {
    // A link fails when another process was first, whose keys then count for both.
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readFile(path)!
}

function readFile(path: string): KeptSecrets | null {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  const { secretKey, encryptionKey } = JSON.parse(text) as Partial<KeptSecrets>
  if (!secretKey || !encryptionKey) throw new Error(`${path} does not hold both secretKey and encryptionKey`)
  return { secretKey, encryptionKey }
}
