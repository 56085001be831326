import { findProjectScope } from '../access/project-scope.ts'
import { ROLE } from '../access/roles.ts'
import { issueKey } from '../keys/issue-key.ts'
import { Program } from '../levels/program.entity.ts'
import { actingAccount, type Ctx } from '../platform/context.ts'
import { FieldErrors, fieldError, refuseUnless } from '../platform/errors.ts'
import { emit } from '../platform/events/define-event.ts'
import { newId } from '../platform/ids.ts'
import { auditProject } from './audit-project.ts'
import { checkCalendar, checkFirstLead, checkJoinedProgram } from './check-project-fields.ts'
import { ProjectMember } from './members/project-member.entity.ts'
import { Project } from './project.entity.ts'
import { projectCreated } from './project.events.ts'
import type { CreateProjectFields } from './project.schema.ts'
import { COPIED_COLUMNS, columnsOf } from './project-columns.ts'
import { lockProject } from './project-lock.ts'

export interface CreateProjectInput extends CreateProjectFields {
  /** Who becomes Owner; the acting account when absent. Needed when the system acts. */
  ownerId?: string
  isSample?: boolean
}

/** A new project with its key and its Owner. */
export async function createProject(ctx: Ctx<unknown>, input: CreateProjectInput): Promise<Project> {
  const ownerId = input.ownerId ?? actingAccount(ctx).id
  checkSwitches(input)
  await checkJoinedProgram(ctx, input.program)
  const defaults = await startingColumns(ctx, input)
  await checkCalendar(ctx, input.calendar)
  await checkFirstLead(ctx, input.lead)
  const id = newId()
  const code = await issueKey(ctx, { kind: 'project', objectId: id, wanted: input.code, name: input.name })
  const syncSeq = await lockProject(ctx, id)
  const now = ctx.services.clock.now()
  const isDraft = input.lifecycle === 'draft'
  const project = ctx.em.create(Project, {
    ...defaults,
    ...columnsOf(input),
    id,
    code,
    sync_seq: syncSeq,
    name: input.name,
    start_date: input.start_date,
    lifecycle: isDraft ? 'draft' : 'active',
    draft_started_at: isDraft ? now : null,
    is_sample: input.isSample ?? false,
    created_at: now,
    updated_at: now,
  })
  ctx.em.create(ProjectMember, {
    id: newId(),
    sync_seq: syncSeq,
    project_id: id,
    account_id: ownerId,
    role: ROLE.owner,
    created_at: now,
  })
  await ctx.em.flush()
  await auditProject(ctx, 'project_created', project)
  emit(ctx, projectCreated, {
    projectId: id,
    payload: { id },
    webhookPayload: { id, name: project.name, start_date: project.start_date },
  })
  return project
}

function checkSwitches(input: CreateProjectInput): void {
  if (!input.inherit_program_defaults) return
  refuseUnless(
    input.copy_settings_from === undefined,
    () =>
      new FieldErrors({ non_field_errors: ['copy_settings_from and inherit_program_defaults exclude each other.'] }),
  )
  refuseUnless(input.program, () => fieldError('inherit_program_defaults', 'This needs a program.'))
}

/** What a new project starts from, before what the caller says. */
async function startingColumns(ctx: Ctx<unknown>, input: CreateProjectInput): Promise<Partial<Project>> {
  if (input.copy_settings_from !== undefined) return copiedColumns(ctx, input.copy_settings_from)
  if (!input.inherit_program_defaults || !input.program) return {}
  const program = await ctx.em.findOneOrFail(Program, { id: input.program })
  return { methodology: program.methodology, visibility: program.visibility }
}

async function copiedColumns(ctx: Ctx<unknown>, sourceId: string): Promise<Partial<Project>> {
  const scope = await findProjectScope(ctx, sourceId)
  if (!scope) throw fieldError('copy_settings_from', 'Object does not exist.')
  const source = await ctx.em.findOneOrFail(Project, { id: sourceId })
  return Object.fromEntries(COPIED_COLUMNS.map((column) => [column, source[column]])) as Partial<Project>
}
