import type { Ctx } from '../platform/context.ts'
import { defineEvent, emit } from '../platform/events/define-event.ts'
import { projectIdsOfProgram } from './mention-group.queries.ts'
import type { GroupScope } from './mention-group.scope.ts'

type Change = 'created' | 'updated' | 'deleted' | 'member_added' | 'member_removed'

interface GroupFrame {
  readonly group_id: string
  readonly change: Change
  readonly scope?: 'program'
  readonly program_id?: string
}

const mentionGroupChanged = defineEvent<GroupFrame>({ socket: 'mention_group_changed' })

/** Tells the project of a group, or every project of its program, that something about it is to be read anew. */
export async function announceGroup(ctx: Ctx<GroupScope>, groupId: string, change: Change): Promise<void> {
  const frame = { group_id: groupId, change }
  if (ctx.scope.kind === 'project') {
    emit(ctx, mentionGroupChanged, { projectId: ctx.scope.projectId, payload: frame })
    return
  }
  const { programId } = ctx.scope
  const payload = { ...frame, scope: 'program', program_id: programId } as const
  for (const projectId of await projectIdsOfProgram(ctx, programId))
    emit(ctx, mentionGroupChanged, { projectId, payload })
}
