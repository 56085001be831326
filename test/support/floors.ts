/**
 * The floors of the house. A room is a folder (or one file); it may import what stands on a lower floor and, on a floor
 * that states an order, what stands before it there. Rooms side by side import none of each other. What a lower room must
 * cause above it goes by an event, a foreign key, or a hook that the upper room supplies at the door.
 */
interface Floor {
  readonly name: string
  readonly rooms: readonly string[]
  /** Each room may import those before it; else they stand side by side. */
  readonly inOrder?: true
}

export const FLOORS: readonly Floor[] = [
  {
    name: 'ground',
    inOrder: true,
    rooms: ['compute', 'importers', 'fixtures', 'api/pictures', 'api/platform', 'api/database.ts'],
  },
  {
    name: 'what everyone asks',
    inOrder: true,
    rooms: [
      'api/access',
      'api/accounts',
      'api/audit',
      'api/mail',
      'api/keys',
      'api/recompute',
      'api/retention',
      'api/calendars',
      'api/levels',
      'api/tokens',
      'api/auth',
    ],
  },
  {
    name: 'the plan',
    inOrder: true,
    rooms: ['api/projects', 'api/people', 'api/dependencies', 'api/tasks', 'api/schedule'],
  },
  // Folders of `api/` that no floor names stand here: a new slice is checked from its first file.
  { name: 'around the plan', rooms: ['api/*/'] },
  {
    name: 'whole plans in and out',
    inOrder: true,
    rooms: ['api/exports', 'api/imports', 'api/templates', 'api/samples'],
  },
  { name: 'the doors', inOrder: true, rooms: ['api/pages', 'api/server', 'jobs', 'bench', 'api/cli'] },
]

interface Place {
  readonly room: string
  readonly floor: number
  readonly position: number
}

const places = new Map<string, Place>(
  FLOORS.flatMap(({ rooms }, floor) => rooms.map((room, position) => [room, { room, floor, position }] as const)),
)

/** The longest listed path that holds the file; unlisted folders of `api/` are rooms of their own beside each other. */
export function placeOf(file: string): Place | undefined {
  for (let path = file; path !== ''; path = path.slice(0, Math.max(path.lastIndexOf('/'), 0))) {
    const place = places.get(path)
    if (place) return place
  }
  const [top, folder] = file.split('/')
  if (top !== 'api') return undefined
  return { ...(places.get('api/*/') as Place), room: `api/${folder}` }
}

function mayImport(from: Place, to: Place): boolean {
  if (from.room === to.room || to.floor < from.floor) return true
  return to.floor === from.floor && FLOORS[from.floor]?.inOrder === true && to.position < from.position
}

export function floorFaults(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const taken = new Set([...graph.keys()].map((file) => placeOf(file)?.room))
  const empty = [...places.keys()].filter((room) => !room.includes('*') && !taken.has(room))
  const faults = empty.map((room) => `test/support/floors.ts names ${room}, where there is no file`)
  for (const [file, targets] of graph) {
    const from = placeOf(file)
    for (const target of targets) {
      const to = placeOf(target)
      if (!from || !to || mayImport(from, to)) continue
      const [own, other] = [FLOORS[from.floor]?.name, FLOORS[to.floor]?.name]
      faults.push(
        `${file} (${own}) imports ${target} (${other}): no arrow runs up or sideways, see test/support/floors.ts`,
      )
    }
  }
  return faults
}
