import { createHash } from 'node:crypto'
import type WebSocket from 'ws'
import { generatePlan } from '../../fixtures/generate/generate-plan.ts'
import type { BenchCase } from '../bench-case.ts'
import { RunningService } from '../running-service.ts'

const AIMS_MS: Record<number, number> = { 1000: 25, 5000: 60, 20000: 250 }

interface Frame {
  event_type: string
  payload: { project_finish?: string }
}

/**
 * What a planner feels: one duration is changed over REST and the new schedule is announced on the socket. The value
 * counts from the reply to the PATCH (its commit) to the frame; the parts tell the whole way.
 */
export const editToSchedule: BenchCase = {
  name: 'edit-to-schedule',
  summary: 'commit of PATCH /tasks/{id}/ {duration} to cpm_complete on the socket, 1.75 links a task',
  unit: 'ms',
  sizeName: 'tasks',
  quickSizes: [1_000, 5_000],
  fullSizes: [1_000, 5_000, 20_000],
  aim: (size) => AIMS_MS[size] ?? null,
  warmUps: 5,
  samples: 20,
  async prepare(size) {
    const service = await RunningService.start()
    await service.signIn()
    const plan = generatePlan({ taskCount: size, shape: 'local' })
    const projectId = await service.importPlan(plan)
    const socket = await service.openSocket(projectId)
    const tasks = (await service.call('GET', `/tasks/?project=${projectId}&page_size=500`)) as {
      results: { id: string; duration: number }[]
    }
    const edited = tasks.results[Math.floor(tasks.results.length / 2)] as { id: string; duration: number }
    let isLonger = false
    return {
      async sample() {
        isLonger = !isLonger
        const complete = nextFrame(socket, 'cpm_complete')
        const sentMs = performance.now()
        await service.call('PATCH', `/tasks/${edited.id}/`, { duration: edited.duration + (isLonger ? 1 : 0) })
        const repliedMs = performance.now()
        await complete
        const shownMs = performance.now()
        return { value: shownMs - repliedMs, hash: null, parts: parts(sentMs, repliedMs, shownMs) }
      },
      async close() {
        socket.close()
        await service.stop()
      },
    }
  },
}

function parts(sentMs: number, repliedMs: number, shownMs: number) {
  return { patch_reply: repliedMs - sentMs, whole: shownMs - sentMs }
}

/** The next frame of one type; other frames pass by. */
function nextFrame(socket: WebSocket, eventType: string): Promise<Frame> {
  return new Promise((resolve) => {
    const onMessage = (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as Frame
      if (frame.event_type !== eventType) return
      socket.off('message', onMessage)
      resolve(frame)
    }
    socket.on('message', onMessage)
  })
}

/** Hash of text, for answers that must be equal in every run. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
