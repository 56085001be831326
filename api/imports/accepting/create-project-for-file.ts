import { actingAccount, type Ctx } from '../../platform/context.ts'
import { fieldError } from '../../platform/errors.ts'
import { isUuid } from '../../platform/ids.ts'
import { createProject } from '../../projects/create-project.ts'

/** The project exists at once, named after the file and dated today; the import sets its name and start. */
export async function createProjectForFile(
  ctx: Ctx<unknown>,
  fileName: string,
  program: string | undefined,
): Promise<string> {
  if (program !== undefined && !isUuid(program)) throw fieldError('program', 'Must be a valid UUID.')
  const project = await createProject(ctx, {
    name: fileName.replace(/\.[^.]*$/, '').slice(0, 255) || 'Imported plan',
    start_date: ctx.services.clock.today(),
    ...(program === undefined ? {} : { program }),
    ownerId: actingAccount(ctx).id,
  })
  return project.id
}
