const PROTOCOL_VERSION = 1

/**
 * One frame as it travels, for all its readers: nothing of it is masked or compressed on the way to them, so that several
 * in a row are one write. `payload` is JSON text as it was stored, which is never parsed here. `seq` is null for
 * events that are not kept.
 */
export function frameBytes(eventType: string, payload: string, seq: number | null, isReplay = false): Buffer {
  const replayed = isReplay ? ',"replayed":true' : ''
  return textFrame(
    Buffer.from(
      `{"protocol_version":${PROTOCOL_VERSION},"event_type":${JSON.stringify(eventType)},"payload":${payload},"seq":${seq}${replayed}}`,
    ),
  )
}

/** The first byte of a whole text message, and what stands in the second for lengths that follow in two or eight bytes (RFC 6455, 5.2). */
const WHOLE_TEXT = 0x81
const [IN_TWO_BYTES, IN_EIGHT_BYTES] = [126, 127]

function textFrame(text: Buffer): Buffer {
  const { length } = text
  if (length < IN_TWO_BYTES) return Buffer.concat([Buffer.of(WHOLE_TEXT, length), text])
  if (length <= 0xffff) return Buffer.concat([Buffer.of(WHOLE_TEXT, IN_TWO_BYTES, length >> 8, length & 0xff), text])
  const head = Buffer.of(WHOLE_TEXT, IN_EIGHT_BYTES, 0, 0, 0, 0, 0, 0, 0, 0)
  head.writeBigUInt64BE(BigInt(length), 2)
  return Buffer.concat([head, text])
}
