import type { MailContent } from './queue-mail.ts'

export interface MessageFacts extends MailContent {
  readonly id: string
  readonly from: string
  /** Where answers go, when not to the sender. */
  readonly replyTo?: string
  readonly sentAt: Date
  /** Leaves the text as it is, for a file that people read and copy links from; servers are sent ASCII. */
  readonly isForFile: boolean
}

/** A plain-text message in wire form (RFC 5322, lines end in CRLF). */
export async function composeMessage(facts: MessageFacts): Promise<Buffer> {
  // Read with the first mail, like the transport.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const { id, from, replyTo, to, subject, text, sentAt, isForFile } = facts
  const address = addressIn(from)
  const domain = address.slice(address.lastIndexOf('@') + 1).replace(/[^a-z0-9.-]/gi, '')
  const composer = new MailComposer({
    from: headerText(from),
    ...(replyTo && { replyTo: headerText(replyTo) }),
    to: { name: '', address: headerText(to) },
    subject: headerText(subject),
    text,
    date: sentAt,
    messageId: `<${id}@${domain || 'localhost'}>`,
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(facts.unsubscribe) },
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const message = composer.compile()
  if (isForFile) message.getTransferEncoding = () => '8bit'
  return message.build()
}

/** A sender with a name before the address. */
export function mailbox(name: string, address: string): string {
  return name === '' ? address : `"${name.replace(/["\\]/g, '')}" <${address}>`
}

/** The address alone, of a sender with or without a name. */
export function addressIn(sender: string): string {
  return /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender
}

/** An address stays in one piece, however long it is. */
function unsubscribeHeaders(address: string | undefined) {
  if (address === undefined) return {}
  const asItIs = (value: string) => ({ prepared: true, value })
  const oneClick = { 'List-Unsubscribe-Post': asItIs('List-Unsubscribe=One-Click') }
  return { 'List-Unsubscribe': asItIs(`<${headerText(address)}>`), ...(address.startsWith('https:') && oneClick) }
}

/** No control character reaches a header, whatever a library makes of it. */
function headerText(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}
