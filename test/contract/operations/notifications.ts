import { account, type Operations, open, project, type Rule } from './rules.ts'

/** Rows of the person who is the assignee in every site; to everybody else they are not there. */
const own = (rule: Rule = {}) => account(rule, (caller) => caller.isAssignee, 404)

export const notificationOperations: Operations = {
  'GET /me/notifications/': account(),
  'POST /me/notifications/mark-all-read/': account(),
  'GET /me/notifications/{id}/': own(),
  'PATCH /me/notifications/{id}/': own({ body: () => ({ is_read: true }) }),
  'POST /me/notifications/{id}/snooze/': own({ body: () => ({ preset: '1h' }) }),
  'GET /me/notification-preferences/': account(),
  'POST /me/notification-preferences/apply-preset/': account({ body: () => ({ preset: 'everything' }) }),
  'PATCH /me/notification-preferences/{id}/': own({ body: () => ({ enabled: true }) }),
  'GET /me/notification-settings/': account(),
  'PATCH /me/notification-settings/': account({ body: () => ({ digest_hour: 9 }) }),
  // Whoever holds a mail may use its address; this one was in none.
  'GET /notifications/unsubscribe/{token}/': open(404, { path: () => '/notifications/unsubscribe/none/' }),
  'POST /notifications/unsubscribe/{token}/': open(404, { path: () => '/notifications/unsubscribe/none/' }),
  'GET /projects/{id}/notification-preferences/': project(1),
  'PATCH /projects/{id}/notification-preferences/': project(1, {
    archived: 'allowed',
    body: () => ({ paused: false }),
  }),
}
