/** Written by one transaction at most; more gain little and hold the project's lock for long. */
const MOST_TOGETHER = 32

type Settled<Answer> = PromiseSettledResult<Answer>[]

interface Group<Item, Answer> {
  readonly items: Item[]
  answers: Promise<Settled<Answer>>
}

interface GroupLine<Item, Answer> {
  /** The group that still takes others in. */
  forming: Group<Item, Answer> | null
  /** The end of the group that came last. */
  end: Promise<unknown>
}

export interface GroupWork<Item, Answer> {
  /** Waits for the turn of the group and does its work then. */
  readonly inLine: (work: () => Promise<Settled<Answer>>) => Promise<Settled<Answer>>
  /** Answers in the order of the items; null where they cannot be done together, and nothing was done. */
  readonly together: (items: readonly Item[]) => Promise<Answer[] | null>
  readonly alone: (item: Item) => Promise<Answer>
}

/**
 * Lets pieces of work of one name that come while another of them is under way be done together when its end comes. Who
 * waits for the same lock anyway comes up sooner so; one that comes alone is done at once and alone.
 */
export function createGroups<Item, Answer>() {
  const lines = new Map<string, GroupLine<Item, Answer>>()

  return async (name: string, item: Item, work: GroupWork<Item, Answer>): Promise<Answer> => {
    const line = lines.get(name) ?? { forming: null, end: Promise.resolve() }
    lines.set(name, line)
    const group = hasRoom(line.forming) ? line.forming : open(line, work)
    const place = group.items.push(item) - 1
    const answer = (await group.answers.finally(() => leave(line)))[place] as PromiseSettledResult<Answer>
    if (answer.status === 'rejected') throw answer.reason
    return answer.value

    function leave(line: GroupLine<Item, Answer>): void {
      if (line.end === group.answers) lines.delete(name)
    }
  }

  function open(line: GroupLine<Item, Answer>, work: GroupWork<Item, Answer>): Group<Item, Answer> {
    const items: Item[] = []
    const close = () => {
      if (line.forming === group) line.forming = null
    }
    const before = line.end.catch(() => undefined)
    const group: Group<Item, Answer> = {
      items,
      answers: before
        .then(() =>
          work.inLine(() => {
            close()
            return answerAll(items, work)
          }),
        )
        .finally(close),
    }
    line.forming = group
    line.end = group.answers
    return group
  }

  async function answerAll(items: readonly Item[], work: GroupWork<Item, Answer>): Promise<Settled<Answer>> {
    const answers = items.length === 1 ? null : await work.together(items)
    if (answers !== null) return Promise.allSettled(answers)
    const settled: Settled<Answer> = []
    for (const item of items) settled.push(...(await Promise.allSettled([work.alone(item)])))
    return settled
  }
}

const hasRoom = <Item, Answer>(group: Group<Item, Answer> | null): group is Group<Item, Answer> =>
  group !== null && group.items.length < MOST_TOGETHER
