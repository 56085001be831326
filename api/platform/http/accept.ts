/** Whether a type is asked for by name and no less than JSON. Whoever takes anything gets JSON. */
export function prefersType(accept: string | undefined, type: string): boolean {
  const weights = new Map(
    (accept ?? '').split(',').map((part) => {
      const [name = '', ...params] = part.split(';').map((text) => text.trim().toLowerCase())
      const weight = Number(params.find((param) => param.startsWith('q='))?.slice(2) ?? 1)
      return [name, Number.isFinite(weight) ? weight : 0] as const
    }),
  )
  const asked = weights.get(type) ?? 0
  return asked > 0 && asked >= (weights.get('application/json') ?? 0)
}
