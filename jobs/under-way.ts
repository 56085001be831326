const counts = new Map<string, number>()

/** Does work under names; jobs that carry one of them are not begun by this process meanwhile. */
export async function underWay<T>(flags: readonly string[], work: () => Promise<T>): Promise<T> {
  for (const flag of flags) counts.set(flag, (counts.get(flag) ?? 0) + 1)
  try {
    return await work()
  } finally {
    for (const flag of flags) {
      const left = (counts.get(flag) ?? 0) - 1
      if (left > 0) counts.set(flag, left)
      else counts.delete(flag)
    }
  }
}

/** The names that are taken now. */
export function flagsUnderWay(): string[] {
  return [...counts.keys()]
}
