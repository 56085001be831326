import { defineEntity, p } from '@mikro-orm/postgresql'
import { mayName, ownedBy, references } from '../platform/db/references.ts'
import type { Category, Channel, EventType } from './kinds.ts'

/** What one person was told. Composed when it happened, from names that the person could read then. */
export const NotificationSchema = defineEntity({
  name: 'Notification',
  tableName: 'notifications',
  properties: {
    id: p.uuid().primary(),
    account_id: p.uuid(),
    event_type: p.text().$type<EventType>(),
    category: p.text().$type<Category>(),
    subject: p.text(),
    body: p.text().default(''),
    project_id: p.uuid().nullable(),
    task_id: p.uuid().nullable(),
    /** The tasks of a notification that speaks of several; it has no `task_id`. */
    task_ids: p.array().columnType('uuid[]').$type<string[]>().nullable(),
    mention_id: p.uuid().nullable(),
    is_read: p.boolean().default(false),
    read_at: p.datetime().nullable(),
    is_archived: p.boolean().default(false),
    snoozed_until: p.datetime().nullable(),
    /** Mail of it waits until then: the end of the hours of quiet in which it happened. */
    mail_held_until: p.datetime().nullable(),
    /** Whether it was decided that mail goes out of it, or that none does. */
    is_mail_settled: p.boolean().default(false),
    created_at: p.datetime(),
  },
  indexes: [
    {
      name: 'notifications_of_account',
      expression: 'create index "notifications_of_account" on "notifications" ("account_id", "created_at" desc, "id")',
    },
    {
      name: 'notifications_mail',
      expression: 'create index "notifications_mail" on "notifications" ("created_at") where not "is_mail_settled"',
    },
    {
      name: 'notifications_over',
      expression: 'create index "notifications_over" on "notifications" ("read_at") where is_read and is_archived',
    },
  ],
})
references(NotificationSchema, {
  account_id: ownedBy('accounts'),
  project_id: ownedBy('projects'),
  task_id: mayName('tasks'),
  mention_id: mayName('comment_mentions'),
})

/** One cell of a person's matrix of kinds and channels; made when it is first looked at. */
export const NotificationPreferenceSchema = defineEntity({
  name: 'NotificationPreference',
  tableName: 'notification_preferences',
  properties: {
    id: p.uuid().primary(),
    account_id: p.uuid(),
    event_type: p.text().$type<EventType>(),
    channel: p.text().$type<Channel>(),
    enabled: p.boolean(),
    /** When the link of a mail turned it off; null where the person turned it off, or on again, in the service. */
    unsubscribed_at: p.datetime().nullable(),
    updated_at: p.datetime(),
  },
  uniques: [{ name: 'notification_preferences_once', properties: ['account_id', 'event_type', 'channel'] }],
})
references(NotificationPreferenceSchema, { account_id: ownedBy('accounts') })

export const NotificationSettingsSchema = defineEntity({
  name: 'NotificationSettings',
  tableName: 'notification_settings',
  properties: {
    account_id: p.uuid().primary(),
    dnd_enabled: p.boolean().default(false),
    /** Monday is 0. */
    digest_weekday: p.smallint().default(6),
    digest_hour: p.smallint().default(17),
    /** Empty: that of the workspace. */
    digest_timezone: p.text().default(''),
    updated_at: p.datetime(),
  },
})
references(NotificationSettingsSchema, { account_id: ownedBy('accounts') })

/** How one member wants to be told of one project. */
export const ProjectNotificationDocumentSchema = defineEntity({
  name: 'ProjectNotificationDocument',
  tableName: 'project_notification_documents',
  properties: {
    project_id: p.uuid().primary(),
    account_id: p.uuid().primary(),
    matrix: p.json<Record<string, Record<string, boolean>>>(),
    paused: p.boolean().default(false),
    quiet_hours_enabled: p.boolean().default(true),
    quiet_hours_from: p.string().columnType('varchar(5)').default('20:00'),
    quiet_hours_until: p.string().columnType('varchar(5)').default('07:00'),
    updated_at: p.datetime(),
  },
  indexes: [{ name: 'project_notification_documents_of_account', properties: ['account_id'] }],
})
references(ProjectNotificationDocumentSchema, { project_id: ownedBy('projects'), account_id: ownedBy('accounts') })
