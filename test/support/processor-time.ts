/** Milliseconds of processor time that this process has used: what a computation costs, also on a busy machine. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
