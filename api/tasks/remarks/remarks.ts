import { atLeast, ROLE } from '../../access/roles.ts'
import { actingAccount, type Ctx } from '../../platform/context.ts'
import { notFound, Refusal, refuseUnless } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { lockProject } from '../../projects/project-lock.ts'
import type { ProjectTaskScope } from '../project-task-scope.ts'
import {
  countRemarks,
  findRemark,
  insertRemark,
  type NewRemark,
  type RemarkTable,
  type StoredRemark,
  saveRemark,
} from './remark.queries.ts'

const MAX_REMARKS_OF_TASK = 1_000
const EDIT_WINDOW_MINUTES = 15

/** Reading is every member's; writing, flagging and answering are for Team Members and above. */
export function canRemark<S extends ProjectTaskScope>(ctx: Ctx<S>): boolean {
  return atLeast(ctx.scope.role, ROLE.member)
}

/** How one kind of remark is written, by rules that comments and notes have alike. */
export function remarksIn<Table extends RemarkTable>(table: Table, noun: 'comment' | 'note') {
  /** A new remark by the caller; `more` are the columns that this kind alone has. */
  async function add(ctx: Ctx<ProjectTaskScope>, body: string, more: Partial<NewRemark<Table>>): Promise<string> {
    const { projectId, taskId } = ctx.scope
    const syncSeq = await lockProject(ctx, projectId)
    const count = await countRemarks(ctx, table, taskId)
    refuseUnless(count < MAX_REMARKS_OF_TASK, () => tooMany(noun))
    const row = {
      id: newId(),
      sync_seq: syncSeq,
      project_id: projectId,
      task_id: taskId,
      author_id: actingAccount(ctx).id,
      body,
      created_at: ctx.services.clock.now(),
    }
    await insertRemark(ctx, table, { ...row, ...more } as NewRemark<Table>)
    return row.id
  }

  /** Its author's new words within the time for that; false when none were sent or they are the old ones. */
  async function edit(ctx: Ctx<ProjectTaskScope>, id: string, body: string | undefined): Promise<boolean> {
    const syncSeq = await lockProject(ctx, ctx.scope.projectId)
    const stored = await load(ctx, id)
    const now = ctx.services.clock.now()
    refuseUnless(stored.author_id === actingAccount(ctx).id, () => notAuthor(noun))
    const ageMs = now.getTime() - Date.parse(stored.created_at)
    refuseUnless(ageMs <= EDIT_WINDOW_MINUTES * 60_000, () => tooLate(noun))
    if (body === undefined || stored.body === body) return false
    await saveRemark(ctx, table, id, { sync_seq: syncSeq, body, edited_at: now } as never)
    return true
  }

  /** Taken away by its author, or by a Project Manager. */
  async function remove(ctx: Ctx<ProjectTaskScope>, id: string): Promise<void> {
    const syncSeq = await lockProject(ctx, ctx.scope.projectId)
    const stored = await load(ctx, id)
    const accountId = actingAccount(ctx).id
    const isTheirs = stored.author_id === accountId
    refuseUnless(isTheirs || atLeast(ctx.scope.role, ROLE.manager), () => mayNotDelete(noun))
    const deletion = { is_deleted: true, deleted_at: ctx.services.clock.now(), deleted_by_id: accountId }
    await saveRemark(ctx, table, id, { sync_seq: syncSeq, ...deletion } as never)
  }

  async function load(ctx: Ctx<ProjectTaskScope>, id: string): Promise<StoredRemark> {
    const stored = await findRemark(ctx, table, { id, taskId: ctx.scope.taskId })
    refuseUnless(stored, notFound)
    return stored
  }

  return { add, edit, remove, load }
}

function tooMany(noun: string): Refusal {
  return new Refusal(400, `A task has at most ${MAX_REMARKS_OF_TASK} ${noun}s.`)
}

function tooLate(noun: string): Refusal {
  return new Refusal(400, `A ${noun} can be edited for ${EDIT_WINDOW_MINUTES} minutes after it was written.`)
}

function notAuthor(noun: string): Refusal {
  return new Refusal(403, `Only its author edits a ${noun}.`, { code: `${noun}_edit_not_author` })
}

function mayNotDelete(noun: string): Refusal {
  const detail = `A ${noun} is deleted by its author or by a Project Manager.`
  return new Refusal(403, detail, { code: `${noun}_delete_forbidden` })
}
