import { clientOf, type ServiceProcess } from '../../support/faults.ts'

/** Forty requests of a limited kind at once, half to each of two processes; how many passed, and what the others read. */
export async function pressLimit(
  apis: readonly ServiceProcess[],
  token: string,
): Promise<{ passed: number; others: number[] }> {
  const path = '/keys/?kind=project&name=Harbour'
  const calls = Array.from({ length: 40 }, (_, call) => clientOf(apis[call % 2] as ServiceProcess, token).get(path))
  const statuses = (await Promise.all(calls)).map((answer) => answer.status)
  return {
    passed: statuses.filter((status) => status === 200).length,
    others: [...new Set(statuses.filter((status) => status !== 200))],
  }
}
