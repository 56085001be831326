import { runServiceProcess } from './run-service-process.ts'

/** `svc api`: serves HTTP and sockets until SIGTERM. */
export function run(_args: string[]): Promise<number> {
  return runServiceProcess({ role: 'api', load: async () => (await import('../main.ts')).startApi })
}
