import { createServer, type Socket } from 'node:net'

export interface ReceivedMail {
  readonly from: string
  readonly to: string[]
  /** The message as it came over the wire, dots unstuffed. */
  readonly raw: string
  readonly headers: ReadonlyMap<string, string>
  /** The text, decoded. */
  readonly text: string
}

export interface SmtpSink {
  readonly url: string
  readonly mails: ReceivedMail[]
  /** How many messages were offered, refused ones included. */
  readonly offered: () => number
  /** From now on recipients are refused with this answer; null takes them again. */
  refuse(answer: string | null): void
  close(): Promise<void>
}

/** A mail server that keeps what it is given. Speaks enough of RFC 5321 for one client. */
export async function startSmtpSink(t: { teardown: (work: () => Promise<void>) => void }): Promise<SmtpSink> {
  const mails: ReceivedMail[] = []
  const sockets = new Set<Socket>()
  let refusal: string | null = null
  let offeredCount = 0
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    converse(socket, {
      refusal: () => refusal,
      onOffer: () => offeredCount++,
      onMail: (mail) => mails.push(mail),
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const close = async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
  t.teardown(close)
  return {
    url: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
    mails,
    offered: () => offeredCount,
    refuse(answer) {
      refusal = answer
    },
    close,
  }
}

function converse(
  socket: Socket,
  sink: { refusal: () => string | null; onOffer: () => void; onMail: (mail: ReceivedMail) => void },
): void {
  let pending = ''
  let isData = false
  let from = ''
  let to: string[] = []
  const say = (line: string) => socket.write(`${line}\r\n`)
  const command = (line: string) => {
    const verb = line.slice(0, 4).toUpperCase()
    if (verb === 'EHLO' || verb === 'HELO') return say('250 sink.test')
    if (verb === 'MAIL') {
      from = address(line)
      to = []
      sink.onOffer()
      return say('250 ok')
    }
    if (verb === 'RCPT') {
      const refusal = sink.refusal()
      if (refusal !== null) return say(refusal)
      to.push(address(line))
      return say('250 ok')
    }
    if (verb === 'DATA') {
      isData = true
      return say('354 go on')
    }
    if (verb === 'QUIT') return socket.end('221 bye\r\n')
    return say('250 ok')
  }
  say('220 sink.test')
  socket.on('data', (chunk) => {
    pending += chunk.toString('latin1')
    for (;;) {
      const end = pending.indexOf(isData ? '\r\n.\r\n' : '\r\n')
      if (end < 0) return
      const piece = pending.slice(0, end)
      pending = pending.slice(end + (isData ? 5 : 2))
      if (isData) {
        isData = false
        sink.onMail(parseMail(from, to, Buffer.from(piece.replace(/^\.\./gm, '.'), 'latin1').toString('utf8')))
        say('250 kept')
      } else command(piece)
    }
  })
}

function address(line: string): string {
  return /<([^>]*)>/.exec(line)?.[1] ?? ''
}

/** Reads a message of one text part. */
export function parseMail(from: string, to: string[], raw: string): ReceivedMail {
  const split = raw.indexOf('\r\n\r\n')
  const lines = raw
    .slice(0, split)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = new Map(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      decodeWords(line.slice(line.indexOf(':') + 2)),
    ]),
  )
  const body = raw.slice(split + 4)
  const text = decodeBody(body, headers.get('content-transfer-encoding')).replace(/\r\n/g, '\n')
  return { from, to, raw, headers, text }
}

function decodeBody(body: string, encoding: string | undefined): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  return encoding === 'quoted-printable' ? unquote(body.replace(/=\r\n/g, '')) : body
}

function unquote(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

function decodeWords(text: string): string {
  return text
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?UTF-8\?B\?([^?]*)\?=/g, (_, word: string) => Buffer.from(word, 'base64').toString('utf8'))
    .replace(/=\?UTF-8\?Q\?([^?]*)\?=/g, (_, word: string) => unquote(word.replaceAll('_', ' ')))
}
