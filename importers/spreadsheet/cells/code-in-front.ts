const CODE_IN_FRONT = /^(?:(\p{L}{1,6}[-_.]?\d[\d.]{0,10}?)[.:)]?|(\p{Lu})(?:[.:)]|\s[-–—]))\s/u

/** `US-1` of `US-1 Browse`, `T2.1` of `T2.1: Survey`, `A` of `A. Dig` and `A - Dig`: what others may call a row by. Empty where a name begins with none. */
export function codeInFront(name: string): string {
  const [, code, letter] = CODE_IN_FRONT.exec(name.slice(0, 40)) ?? []
  return code ?? letter ?? ''
}

const OUTLINE_IN_FRONT = /^\d{1,3}(?:\.\d{1,3}){0,7}[.)]?\s+(?=\S)/

/** `Survey` of `1.2 Survey` and of `T2.1: Survey`: a name without the code in front of it. */
export function bareName(name: string): string {
  const outlined = name.slice(0, 40).match(OUTLINE_IN_FRONT)?.[0] ?? name.slice(0, 40).match(CODE_IN_FRONT)?.[0] ?? ''
  return name.slice(outlined.length)
}
