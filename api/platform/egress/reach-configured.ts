import { connect } from 'node:net'

/**
 * Whether somebody listens at an address that the operator configured; no caller's address ever comes here, so it is not judged.
 * Null if so, else `timeout` or the code of the fault.
 */
export function reachConfigured(address: string, timeoutMs: number): Promise<string | null> {
  const { hostname, port, protocol } = new URL(address)
  const host = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(port || (protocol === 'https:' ? 443 : 80)) })
    const end = (fault: string | null) => {
      socket.destroy()
      resolve(fault)
    }
    socket.setTimeout(timeoutMs, () => end('timeout'))
    socket.once('connect', () => end(null))
    socket.once('error', ({ code = 'unknown' }: NodeJS.ErrnoException) => end(code))
  })
}
