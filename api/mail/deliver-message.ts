import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Services } from '../platform/context.ts'
import { addressIn, composeMessage } from './compose-message.ts'
import type { MailContent } from './queue-mail.ts'
import { type Outlet, sendBy } from './settings/transport.ts'

const MAIL_FOLDER = 'mail'

/** Hands a message to the mail server of the settings; without one it is kept as a file for the operator. */
export async function deliverMessage(
  services: Services,
  { way, from, replyTo }: Outlet,
  id: string,
  content: MailContent,
): Promise<void> {
  const facts = { ...content, id, from, replyTo, sentAt: services.clock.now() }
  const raw = await composeMessage({ ...facts, isForFile: way === 'folder' })
  if (way === 'folder') await keepMessage(services.config.dataDir, id, raw)
  else await sendBy(services, way, { from: addressIn(from), to: content.to, raw })
}

/** A file appears whole and is readable by the operator only: its links are secrets. Again is the same as once. */
async function keepMessage(dataDir: string, id: string, raw: Buffer): Promise<void> {
  const folder = path.resolve(dataDir, MAIL_FOLDER)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = path.join(folder, `.${id}`)
  await writeFile(draft, raw, { mode: 0o600 })
  await rename(draft, path.join(folder, `${id}.eml`))
}
