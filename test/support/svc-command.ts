import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const SVC = fileURLToPath(new URL('../../api/cli/svc.ts', import.meta.url))

export interface Outcome {
  code: number
  stdout: string
  stderr: string
}

/** Runs `svc` as its user would, with `input` on its standard input; `env` replaces the environment but for the path. */
export function svc(args: string[], input = '', env?: Record<string, string>): Promise<Outcome> {
  return new Promise((resolve) => {
    const given = env === undefined ? {} : { env: { PATH: process.env.PATH, ...env } }
    const child = execFile(process.execPath, [SVC, ...args], given, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr })
    })
    child.stdin?.end(input)
  })
}
