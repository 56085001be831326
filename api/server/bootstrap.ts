import { chmod, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { accountExists } from '../accounts/account.queries.ts'
import { createAccount } from '../accounts/create-account.ts'
import type { Services } from '../platform/context.ts'
import { lockByName } from '../platform/db/advisory-locks.ts'
import { newSecret } from '../platform/ids.ts'
import { loadSample } from '../samples/load-sample.ts'
import { FIRST_SAMPLE } from '../samples/sample-file.ts'

export const OWNER_PASSWORD_FILE = 'owner-password'

/**
 * First start on an empty database: the owner of the workspace and one sample program. A generated password is written
 * once to a file only the operator can read and never logged. Later starts do nothing. Returns the file's path when it
 * was written.
 */
export async function bootstrap(
  services: Services,
  tellStep: (text: string) => void = () => {},
): Promise<{ ownerPasswordFile: string | null; isFirstStart: boolean }> {
  const { config } = services
  const generated = config.adminPassword === null
  const password = config.adminPassword ?? newSecret(16)
  const file = path.resolve(config.dataDir, OWNER_PASSWORD_FILE)
  return services.systemContext(async (ctx) => {
    await lockByName(ctx, 'firstStart')
    if (await accountExists(ctx)) return { ownerPasswordFile: null, isFirstStart: false }
    const owner = await createAccount(ctx, {
      username: config.adminUsername,
      email: config.adminEmail,
      password,
      isSuperuser: true,
    })
    if (config.loadSample) tellStep('making an owner and a sample program')
    if (config.loadSample) await loadSample(ctx, FIRST_SAMPLE, owner.id)
    if (generated) await writeOwnerPassword(file, password)
    return { ownerPasswordFile: generated ? file : null, isFirstStart: true }
  })
}

/** Written before the commit: a start that dies in between writes it again with the next password. */
async function writeOwnerPassword(file: string, password: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(file, `${password}\n`, { mode: 0o600 })
  await chmod(file, 0o600)
}
