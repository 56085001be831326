/**
 * The bytes of a delivery: JSON without spaces whose keys are sorted, so that equal facts are equal bytes whoever wrote
 * them. The number stands in `_meta`, where no field of an event can be taken for it.
 */
export function writeBody(payload: object, sequence: number): string {
  return JSON.stringify(sorted({ ...payload, _meta: { sequence } }))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  // Keys that are numbers stand first in any object, sorted by themselves.
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, part]) => [key, sorted(part)]),
  )
}
