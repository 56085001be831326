import { Account } from '../accounts/account.entity.ts'
import { Program, ProgramMember } from '../levels/program.entity.ts'
import { Workspace } from '../levels/workspace.entity.ts'
import { ProjectMember } from '../projects/members/project-member.entity.ts'
import { Project } from '../projects/project.entity.ts'
import { ShareLink } from '../sharing/share-link.entity.ts'
import { SsoProvider } from '../sso/sso.entity.ts'
import { ProjectTemplate, TemplateApplication } from '../templates/template.entity.ts'

/**
 * The few entities whose rows the object mapper reads and saves. All else is met in statements, which need an entity only while
 * they are compiled: to prepare those of `entities.ts` too would be a tenth of every start.
 */
export const mappedEntities = [
  Account,
  Workspace,
  Program,
  ProgramMember,
  Project,
  ProjectMember,
  ShareLink,
  SsoProvider,
  ProjectTemplate,
  TemplateApplication,
]
