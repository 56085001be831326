/** A whole number given as `--name 100` to a test file run by hand or by `run-long.ts`; the short run's otherwise. */
export function optionOf(name: string, normal: number): number {
  const place = process.argv.indexOf(`--${name}`)
  const wanted = Number(place < 0 ? '' : process.argv[place + 1])
  return Number.isSafeInteger(wanted) && wanted > 0 ? wanted : normal
}
