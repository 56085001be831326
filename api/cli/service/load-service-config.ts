import { once } from 'node:events'
import { createServer } from 'node:net'
import { type Config, ConfigError, loadConfig } from '../../platform/settings/config.ts'
import { makeDataFolder } from '../../platform/settings/data-folder.ts'

/** Once, on the terminal: the children of `svc serve` leave it to their parent. */
function tellUnknownNames({ unknownNames }: Config): void {
  if (process.send !== undefined) return
  for (const { name, meant } of unknownNames) {
    const hint = meant === null ? '' : `; did you mean ${meant}?`
    process.stderr.write(`There is no setting ${name}, it has no effect${hint}\n`)
  }
}

/** The host is no name here, or no address of this machine. */
const NO_HOST = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL'])
const NO_PORT = new Set(['EADDRINUSE', 'EACCES'])

/**
 * The settings of a process of the service, with what only the machine can say of them, before anything is built: the data
 * folder is there, where it listens is an address of this machine, and its ports are free.
 */
export async function loadServiceConfig({ listens }: { listens: boolean }): Promise<Config> {
  const config = loadConfig()
  tellUnknownNames(config)
  makeDataFolder(config)
  if (listens) {
    await checkAddress(config.host, config.port, 'SVC_PORT')
    if (config.metricsPort !== null) await checkAddress(config.host, config.metricsPort, 'SVC_METRICS_PORT')
  }
  return config
}

async function checkAddress(host: string, port: number, name: string): Promise<void> {
  const server = createServer().listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (!NO_HOST.has(code) && !NO_PORT.has(code)) throw error
    if (NO_HOST.has(code)) {
      const allowed = 'an address of this machine, or a name for one'
      throw new ConfigError([{ name: 'SVC_HOST', holds: `${JSON.stringify(host)} (${code})`, allowed }])
    }
    const why = code === 'EACCES' ? 'which this account may not listen on' : 'which another program listens on'
    throw new ConfigError([{ name, holds: `${port}, ${why}`, allowed: 'a free port' }])
  } finally {
    server.close()
  }
}
