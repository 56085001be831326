import type { BenchCase } from '../bench-case.ts'
import { nextFrame, untilQuiet } from '../service/frames.ts'
import { taskToEdit } from '../service/lengthen-task.ts'
import { sharedProject, sharedService } from '../service/shared-service.ts'

const AIMS_MS: Record<number, number> = { 1000: 25, 5000: 60, 20000: 250 }

/**
 * What a planner feels: one duration is changed over REST and the new schedule is announced on the socket. The value
 * counts from the reply to the PATCH (its commit) to the frame; the parts tell the whole way.
 */
export const editToSchedule: BenchCase = {
  name: 'edit-to-schedule',
  group: 'service',
  summary: 'commit of PATCH /tasks/{id}/ {duration} to cpm_complete on the socket, 1.75 links a task',
  unit: 'ms',
  sizeName: 'tasks',
  quickSizes: [1_000, 5_000],
  fullSizes: [1_000, 5_000, 20_000],
  aims: (size) => (AIMS_MS[size] === undefined ? [] : [{ of: 'median', atMost: AIMS_MS[size] }]),
  warmUps: 5,
  samples: 30,
  async prepare(size) {
    const project = await sharedProject(size)
    const service = await sharedService()
    const socket = await service.openSocket(project)
    const edit = await taskToEdit(service, project)
    await untilQuiet(socket)
    return {
      async sample() {
        const complete = nextFrame(socket, 'cpm_complete')
        const sentMs = performance.now()
        await edit()
        const repliedMs = performance.now()
        await complete
        const shownMs = performance.now()
        const parts = { patch_reply: repliedMs - sentMs, whole: shownMs - sentMs }
        return { value: Math.max(0, shownMs - repliedMs), hash: null, parts }
      },
      close: () => socket.close(),
    }
  },
}
