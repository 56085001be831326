import { defineEntity, p } from '@mikro-orm/postgresql'
import { ownedBy, references } from '../platform/db/references.ts'
import { notesUse } from '../platform/db/table-in-use-trigger.ts'
import { remarkColumns, remarkReferences } from '../tasks/remarks/remark-columns.ts'

/** What somebody said about a task. A reply names the comment it answers, which is none itself. */
export const CommentSchema = defineEntity({
  name: 'Comment',
  tableName: 'comments',
  triggers: [notesUse('comments', 'task_id')],
  properties: {
    ...remarkColumns,
    parent_id: p.uuid().nullable(),
    /** People outside of the service whom a group named; they are counted and told nothing. */
    external_recipient_count: p.integer().default(0),
  },
  indexes: [
    { name: 'comments_of_task', properties: ['task_id', 'created_at', 'id'] },
    { name: 'comments_sync', properties: ['project_id', 'sync_seq'] },
    {
      name: 'comments_replies',
      expression: 'create index "comments_replies" on "comments" ("parent_id") where "parent_id" is not null',
    },
  ],
})
references(CommentSchema, { ...remarkReferences, parent_id: ownedBy('comments') })

/**
 * Whom a comment mentioned, fixed when it was written: one row a person, and none for who wrote it. Who was named directly
 * and by a group stands here as named directly.
 */
export const CommentMentionSchema = defineEntity({
  name: 'CommentMention',
  tableName: 'comment_mentions',
  properties: {
    id: p.uuid().primary(),
    comment_id: p.uuid(),
    account_id: p.uuid(),
    /** The group by which the person was named; empty for their own name. */
    group_key: p.text().default(''),
    created_at: p.datetime().defaultRaw('now()'),
  },
  uniques: [{ name: 'comment_mentions_once', properties: ['comment_id', 'account_id'] }],
  indexes: [{ name: 'comment_mentions_of_person', properties: ['account_id', 'created_at'] }],
})
references(CommentMentionSchema, { comment_id: ownedBy('comments'), account_id: ownedBy('accounts') })

export const CommentReactionSchema = defineEntity({
  name: 'CommentReaction',
  tableName: 'comment_reactions',
  properties: {
    id: p.uuid().primary(),
    comment_id: p.uuid(),
    account_id: p.uuid(),
    emoji: p.string().columnType('varchar(16)'),
    created_at: p.datetime().defaultRaw('now()'),
  },
  uniques: [{ name: 'comment_reactions_once', properties: ['comment_id', 'account_id', 'emoji'] }],
})
references(CommentReactionSchema, { comment_id: ownedBy('comments'), account_id: ownedBy('accounts') })

/** That somebody says they have read it. */
export const CommentAcknowledgementSchema = defineEntity({
  name: 'CommentAcknowledgement',
  tableName: 'comment_acknowledgements',
  properties: {
    id: p.uuid().primary(),
    comment_id: p.uuid(),
    account_id: p.uuid(),
    created_at: p.datetime().defaultRaw('now()'),
  },
  uniques: [{ name: 'comment_acknowledgements_once', properties: ['comment_id', 'account_id'] }],
})
references(CommentAcknowledgementSchema, { comment_id: ownedBy('comments'), account_id: ownedBy('accounts') })
