const PROTOCOL_VERSION = 1

/**
 * The bytes of one frame. `payload` is JSON text as it was stored, so that a frame is never parsed here and is made
 * once for all its readers. `seq` is null for events that are not kept.
 */
export function frameBytes(eventType: string, payload: string, seq: number | null, isReplay = false): Buffer {
  const replayed = isReplay ? ',"replayed":true' : ''
  return Buffer.from(
    `{"protocol_version":${PROTOCOL_VERSION},"event_type":${JSON.stringify(eventType)},"payload":${payload},"seq":${seq}${replayed}}`,
  )
}
