import type { Plot } from './kinds.ts'
import { made } from './made.ts'

/** What a program may do one day, and the one story of a project. */
export async function makeBacklog({ builder, ids }: Plot): Promise<void> {
  ids.backlogItem = await made(builder, `/programs/${ids.program}/backlog-items/`, {
    title: 'Lighthouse',
    tags: ['sea'],
  })
  ids.story = await made(builder, '/tasks/', {
    name: 'Moor a boat',
    project: ids.project,
    type: 'story',
    status: 'BACKLOG',
  })
}
