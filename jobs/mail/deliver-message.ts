import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import { composeMessage } from '../../api/mail/compose-message.ts'
import type { MailContent } from '../../api/mail/queue-mail.ts'
import type { Services } from '../../api/platform/context.ts'

const MAIL_FOLDER = 'mail'

/** Hands a message to the mail server of the settings; without one it is kept as a file for the operator. */
export async function deliverMessage(services: Services, id: string, content: MailContent): Promise<void> {
  const { smtpUrl, defaultFromEmail, dataDir } = services.config
  const facts = { ...content, id, from: defaultFromEmail, sentAt: services.clock.now() }
  if (smtpUrl === null) await keepMessage(dataDir, id, composeMessage({ ...facts, allowsEightBit: true }))
  else await sendMessage(services, smtpUrl, content.to, composeMessage({ ...facts, allowsEightBit: false }))
}

async function sendMessage(services: Services, url: string, to: string, raw: Buffer): Promise<void> {
  const { emailTimeout, defaultFromEmail } = services.config
  const timeoutMs = emailTimeout * 1000
  const transport = createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    await transport.sendMail({ envelope: { from: defaultFromEmail, to: [to] }, raw })
  } finally {
    transport.close()
  }
}

/** A file appears whole and is readable by the operator only: its links are secrets. Again is the same as once. */
async function keepMessage(dataDir: string, id: string, raw: Buffer): Promise<void> {
  const folder = path.resolve(dataDir, MAIL_FOLDER)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = path.join(folder, `.${id}`)
  await writeFile(draft, raw, { mode: 0o600 })
  await rename(draft, path.join(folder, `${id}.eml`))
}
