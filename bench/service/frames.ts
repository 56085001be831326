import type WebSocket from 'ws'

const WITHIN_MS = 30_000

export interface Frame {
  readonly event_type: string
  readonly payload: Readonly<Record<string, unknown>>
}

/** The next frame of one type; other frames pass by. */
export function nextFrame(socket: WebSocket, eventType: string): Promise<Frame> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      socket.off('message', onMessage)
      reject(new Error(`no ${eventType} came within ${WITHIN_MS / 1000} s`))
    }, WITHIN_MS)
    const onMessage = (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as Frame
      if (frame.event_type !== eventType) return
      clearTimeout(timer)
      socket.off('message', onMessage)
      resolve(frame)
    }
    socket.on('message', onMessage)
  })
}

const QUIET_MS = 1_000

/** Waits until no frame has come for a while: passes that an import asked for would be taken for those of an edit. */
export function untilQuiet(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      socket.off('message', again)
      resolve()
    }
    let timer = setTimeout(finish, QUIET_MS)
    const again = () => {
      clearTimeout(timer)
      timer = setTimeout(finish, QUIET_MS)
    }
    socket.on('message', again)
  })
}
