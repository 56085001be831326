import type WebSocket from 'ws'
import type { BenchCase } from '../bench-case.ts'
import { nextFrame } from '../service/frames.ts'
import { sharedProject, sharedService } from '../service/shared-service.ts'
import { quantile } from '../statistics.ts'

const PROJECT_TASKS = 1_000
const FRAME = 'poker_session_updated'

/** A round of estimation poker: the cards are turned over, and the value is when the last client is told. */
export const pokerReveal: BenchCase = {
  name: 'poker-reveal',
  group: 'service',
  summary: 'request to reveal a round of poker to its frame on the last of the clients',
  unit: 'ms',
  sizeName: 'clients',
  quickSizes: [40],
  fullSizes: [40],
  aims: () => [{ of: 'p95', atMost: 300 }],
  warmUps: 2,
  samples: 40,
  async prepare(count) {
    const project = await sharedProject(PROJECT_TASKS)
    const service = await sharedService()
    const round = await openRound(project)
    const sockets: WebSocket[] = []
    while (sockets.length < count) sockets.push(await service.openSocket(project))
    const move = async (name: string) => {
      const startedMs = performance.now()
      const cameMs: number[] = []
      const told = sockets.map((socket) =>
        nextFrame(socket, FRAME).then(() => cameMs.push(performance.now() - startedMs)),
      )
      await service.call('POST', `/poker/${round}/${name}/`, {})
      await Promise.all(told)
      return cameMs.sort((a, b) => a - b)
    }
    return {
      async sample() {
        const cameMs = await move('reveal')
        await move('reopen')
        return { value: cameMs.at(-1) ?? 0, hash: null, parts: { p50: quantile(cameMs, 0.5) } }
      },
      close() {
        for (const socket of sockets) socket.terminate()
      },
    }
  },
}

/** A round on a task of a planned sprint, with a card laid. */
async function openRound(project: string): Promise<string> {
  const service = await sharedService()
  const { id: sprint } = (await service.call('POST', `/projects/${project}/sprints/`, {
    name: 'Bench',
    start_date: '2027-01-04',
    finish_date: '2027-01-15',
  })) as { id: string }
  const { id: task } = (await service.call('POST', '/tasks/', { project, name: 'Estimate me', sprint })) as {
    id: string
  }
  const { id } = (await service.call('POST', `/sprints/${sprint}/poker/`, { task })) as { id: string }
  await service.call('POST', `/poker/${id}/vote/`, { value: 5 })
  return id
}
