import { once } from 'node:events'
import { createServer } from 'node:net'
import { type Config, ConfigError, loadConfig } from '../../platform/settings/config.ts'
import { makeDataFolder } from '../../platform/settings/data-folder.ts'

/** The host is no name here, or no address of this machine. */
const NO_HOST = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL'])

/**
 * The settings of a process of the service, with what only the machine can say of them, before anything is built: the data
 * folder is there, and where it listens is an address of this machine.
 */
export async function loadServiceConfig({ listens }: { listens: boolean }): Promise<Config> {
  const config = loadConfig()
  makeDataFolder(config)
  if (listens) await checkHost(config.host)
  return config
}

/** On a free port: whether the wanted one is free is told when it is taken. */
async function checkHost(host: string): Promise<void> {
  const server = createServer().listen(0, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (!NO_HOST.has(code)) throw error
    const holds = `${JSON.stringify(host)} (${code})`
    throw new ConfigError([{ name: 'SVC_HOST', holds, allowed: 'an address of this machine, or a name for one' }])
  } finally {
    server.close()
  }
}
