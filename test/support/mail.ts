import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { parseMail, type ReceivedMail } from './smtp-sink.ts'
import type { TestApp } from './start-app.ts'

/** The messages kept as files, oldest first. */
export function keptMails(app: TestApp): (ReceivedMail & { mode: number })[] {
  const folder = path.join(app.services.config.dataDir, 'mail')
  const files = readdirSync(folder, { withFileTypes: true }).filter((file) => file.name.endsWith('.eml'))
  return files
    .map((file) => path.join(folder, file.name))
    .sort()
    .map((file) => ({
      ...parseMail('', [], readFileSync(file, 'utf8')),
      mode: statSync(file).mode & 0o777,
    }))
}

/** The value of `token=` in the link of a message. */
export function tokenIn(mail: Pick<ReceivedMail, 'text'> | undefined): string {
  const token = /[?&]token=([^\s&]+)/.exec(mail?.text ?? '')?.[1]
  if (token === undefined) throw new Error(`no token in: ${mail?.text}`)
  return token
}

/** Lets jobs that wait for a later attempt run now. */
export async function hurryJobs(app: TestApp): Promise<void> {
  await app.sql('update graphile_worker._private_jobs set run_at = now() where run_at > now()')
  await app.runJobs()
}
