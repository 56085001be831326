import { defineEntity, p } from '@mikro-orm/postgresql'
import { ownedBy, references } from '../../platform/db/references.ts'

/** The picture that stands for the workspace; small, so that it lies in the database and not among the files. */
export const WorkspaceLogoSchema = defineEntity({
  name: 'WorkspaceLogo',
  tableName: 'workspace_logos',
  properties: {
    workspace_id: p.smallint().primary().autoincrement(false),
    content_type: p.string().columnType('varchar(16)'),
    bytes: p.blob(),
  },
})
references(WorkspaceLogoSchema, { workspace_id: ownedBy('workspace') })
