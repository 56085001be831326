import type { MailContent } from './queue-mail.ts'

export interface MessageFacts extends MailContent {
  readonly id: string
  readonly from: string
  readonly sentAt: Date
  /** Whether bytes above 127 may stand in the body as they are: in a file, but not on every mail server. */
  readonly allowsEightBit: boolean
}

/**
 * A plain-text message in wire form (RFC 5322, lines end in CRLF). ASCII text is kept as it is, so that a long link
 * stays in one piece; other text is sent as base64.
 */
export function composeMessage(facts: MessageFacts): Buffer {
  const body = facts.text.replace(/\r?\n/g, '\r\n')
  const isAscii = /^[\x20-\x7e\r\n]*$/.test(body)
  const encoding = isAscii ? '7bit' : facts.allowsEightBit ? '8bit' : 'base64'
  const domain = facts.from.slice(facts.from.lastIndexOf('@') + 1).replace(/[^a-z0-9.-]/gi, '')
  const headers = [
    `From: ${headerText(facts.from)}`,
    `To: ${headerText(facts.to)}`,
    `Subject: ${encodedWords(headerText(facts.subject))}`,
    `Date: ${facts.sentAt.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${facts.id}@${domain || 'localhost'}>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    `Content-Transfer-Encoding: ${encoding}`,
    'Auto-Submitted: auto-generated',
  ]
  return Buffer.from(`${headers.join('\r\n')}\r\n\r\n${encoding === 'base64' ? base64Lines(body) : body}`, 'utf8')
}

/** No control character may end a header early. */
function headerText(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

/** RFC 2047 words of at most 75 characters, cut between characters. */
function encodedWords(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text
  const words: string[] = []
  let part = ''
  for (const character of text) {
    if (Buffer.byteLength(part + character) > 42) {
      words.push(part)
      part = ''
    }
    part += character
  }
  return [...words, part].map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join('\r\n ')
}

function base64Lines(body: string): string {
  return (
    Buffer.from(body)
      .toString('base64')
      .match(/.{1,76}/g) ?? []
  )
    .join('\r\n')
    .concat('\r\n')
}
