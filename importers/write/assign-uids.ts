/** Numbers for ids that may be any text: an id that is a usable number keeps it, the others get unused ones. */
export function assignUids(ids: readonly string[]): Map<string, number> {
  const uids = new Map<string, number>()
  const used = new Set<number>()
  for (const id of ids) {
    const number = /^[1-9]\d{0,8}$/.test(id) ? Number(id) : null
    if (number === null || uids.has(id)) continue
    uids.set(id, number)
    used.add(number)
  }
  let next = 1
  for (const id of ids) {
    if (uids.has(id)) continue
    while (used.has(next)) next += 1
    uids.set(id, next)
    used.add(next)
  }
  return uids
}
