import { type MatchFunction, match } from 'path-to-regexp'
import type { Route } from './route.ts'

export interface FoundRoute {
  readonly route: Route
  /** What stands in the path for the names of its pattern. */
  readonly params: Readonly<Record<string, string>>
}

interface Pattern {
  readonly route: Route
  readonly methods: readonly string[]
  readonly matches: MatchFunction<Record<string, string>>
}

/**
 * Which route a request means: the first of the table whose pattern and method fit. Patterns are kept by their first segment,
 * because hundreds in one list answer several times slower, and are made for the first request that needs them, because
 * all of them are a part of a start.
 */
export class RouteTable {
  readonly #bySegment: ReadonlyMap<string, readonly Route[]>
  readonly #patterns = new Map<string, readonly Pattern[]>()

  constructor(routes: readonly Route[]) {
    this.#bySegment = Map.groupBy(routes, ({ path }) => segmentOf(path))
  }

  /** The route of a path below the root; HEAD is answered as GET. */
  find(method: string, path: string): FoundRoute | null {
    for (const { route, methods, matches } of this.#patternsFor(path)) {
      const found = methods.includes(method) && matches(path)
      if (found) return { route, params: found.params }
    }
    return null
  }

  /** Methods of the patterns that match a path, for 405 with `Allow`. */
  allowedMethods(path: string): string[] {
    const fitting = this.#patternsFor(path).filter(({ matches }) => matches(path))
    return [...new Set(fitting.flatMap(({ methods }) => methods))]
  }

  #patternsFor(path: string): readonly Pattern[] {
    const segment = segmentOf(path)
    const made = this.#patterns.get(segment)
    if (made !== undefined) return made
    const routes = this.#bySegment.get(segment)
    if (routes === undefined) return []
    const patterns = routes.map(patternOf)
    this.#patterns.set(segment, patterns)
    return patterns
  }
}

function segmentOf(path: string): string {
  return path.split('/', 2)[1] ?? ''
}

function patternOf(route: Route): Pattern {
  return {
    route,
    methods: route.method === 'GET' ? ['HEAD', 'GET'] : [route.method],
    matches: match(route.path.replace(/\{(\w+)\}/g, ':$1'), { trailing: false, decode: decoded }),
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
