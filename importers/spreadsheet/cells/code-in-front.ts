const CODE_IN_FRONT = /^(?:(\p{L}{1,6}[-_.]?\d[\d.]{0,10}?)[.:)]?|(\p{Lu})(?:[.:)]|\s[-–—]))\s/u

/** `US-1` of `US-1 Browse`, `T2.1` of `T2.1: Survey`, `A` of `A. Dig` and `A - Dig`: what others may call a row by. Empty where a name begins with none. */
export function codeInFront(name: string): string {
  const [, code, letter] = CODE_IN_FRONT.exec(name.slice(0, 40)) ?? []
  return code ?? letter ?? ''
}
