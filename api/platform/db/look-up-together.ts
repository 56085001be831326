/** Under way at once; one more than is needed, so that a connection that hangs does not hold up everybody. */
const UNDER_WAY = 2

/**
 * Answers look-ups by key with few statements: those that come while others are under way are asked together by the next
 * statement, which begins after the last of them came, so that none is told what was true before it asked. `load` returns
 * what it found, by key.
 */
export function lookUpTogether<Found>(
  load: (keys: readonly string[]) => Promise<ReadonlyMap<string, Found>>,
): (key: string) => Promise<Found | undefined> {
  let underWay = 0
  let waiting: { keys: Set<string>; answer: PromiseWithResolvers<ReadonlyMap<string, Found>> } | null = null
  const ask = async (keys: readonly string[]) => {
    underWay++
    try {
      return await load(keys)
    } finally {
      underWay--
      askWaiting()
    }
  }
  const askWaiting = () => {
    if (waiting === null) return
    const { keys, answer } = waiting
    waiting = null
    ask([...keys]).then(answer.resolve, answer.reject)
  }
  return async (key) => {
    if (underWay < UNDER_WAY) return (await ask([key])).get(key)
    waiting ??= { keys: new Set(), answer: Promise.withResolvers() }
    waiting.keys.add(key)
    return (await waiting.answer.promise).get(key)
  }
}
