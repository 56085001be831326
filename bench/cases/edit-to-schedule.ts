import type { BenchCase, Prepared } from '../bench-case.ts'
import { nextFrame, untilQuiet } from '../service/frames.ts'
import { taskToEdit } from '../service/lengthen-task.ts'
import { sharedProject, sharedService } from '../service/shared-service.ts'

const AIMS_MS: Record<number, number> = { 1000: 25, 5000: 60, 20000: 250 }
const MOST_MOVE_AIMS_MS: Record<number, number> = { 5000: 40, 20000: 110 }

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
  prepare: (size) => prepareEdits(size, 'middle'),
}

/** The first task of the plan, on which most others wait: nearly every date moves. */
export const editOfTheFirst: BenchCase = {
  ...editToSchedule,
  name: 'edit-of-the-first',
  summary: 'commit of PATCH /tasks/{id}/ {duration} of the first task to cpm_complete on the socket; most dates move',
  quickSizes: [],
  fullSizes: [5_000, 20_000],
  aims: (size) => [{ of: 'median', atMost: MOST_MOVE_AIMS_MS[size] ?? 0 }],
  prepare: (size) => prepareEdits(size, 'first'),
}

async function prepareEdits(size: number, place: 'middle' | 'first'): Promise<Prepared> {
  const project = await sharedProject(size)
  const service = await sharedService()
  const socket = await service.openSocket(project)
  const edit = await taskToEdit(service, project, place)
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
}
