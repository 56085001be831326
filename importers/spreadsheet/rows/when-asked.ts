/** What is made once, when it is first asked for. */
export function whenAsked<T>(make: () => T): () => T {
  let made: T | null = null
  return () => {
    made ??= make()
    return made
  }
}
