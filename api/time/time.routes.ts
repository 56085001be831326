import { actingAccount, actorId } from '../platform/context.ts'
import { instantText } from '../platform/db/sql.ts'
import { route } from '../platform/http/route.ts'
import { taskScope } from '../tasks/task-scope.ts'
import { mondayOf, readWeek } from './read-week.ts'
import { presentEntry, presentTimer } from './time.present.ts'
import {
  startedReply,
  taskTimeReply,
  timeEntryBody,
  timeEntryPatch,
  timeEntryReply,
  timerBody,
  timerReply,
  timesheetParams,
  timesheetReply,
  weekQuery,
  weekReply,
} from './time.schema.ts'
import { mayLog, ownEntryScope, timedTaskScope } from './time.scope.ts'
import { ownEntriesOfTask } from './time-entry.queries.ts'
import { readTimer, startTimer, stopTimer } from './timer.ts'
import { deleteTimesheet, upsertTimesheet } from './timesheet.queries.ts'
import { createTimeEntry, deleteTimeEntry, updateTimeEntry } from './write-time-entry.ts'

const tag = 'time'

/** Everything here is the caller's own: nobody reads anybody else's time. */
export const timeRoutes = [
  route({
    method: 'GET',
    path: '/tasks/{id}/time-entries/',
    tag,
    summary: 'The caller’s own time on a task, the latest day first',
    scope: taskScope(),
    reply: taskTimeReply,
    run: (ctx) => ownEntriesOfTask(ctx, actorId(ctx), ctx.scope.taskId),
    present: (rows) => ({
      results: rows.map(presentEntry),
      total_logged_minutes: rows.reduce((sum, row) => sum + row.minutes, 0),
    }),
  }),
  route({
    method: 'POST',
    path: '/tasks/{id}/time-entries/',
    tag,
    summary: 'Log time on a task',
    scope: taskScope(),
    allow: mayLog,
    body: timeEntryBody,
    status: 201,
    reply: timeEntryReply,
    run: (ctx, { body }) => createTimeEntry(ctx, body),
    present: presentEntry,
  }),
  route({
    method: 'PATCH',
    path: '/me/time-entries/{id}/',
    tag,
    summary: 'Change an entry of one’s own',
    scope: ownEntryScope,
    body: timeEntryPatch,
    reply: timeEntryReply,
    run: (ctx, { body }) => updateTimeEntry(ctx, body),
    present: presentEntry,
  }),
  route({
    method: 'DELETE',
    path: '/me/time-entries/{id}/',
    tag,
    summary: 'Take back an entry of one’s own',
    scope: ownEntryScope,
    status: 204,
    run: (ctx) => deleteTimeEntry(ctx),
  }),
  route({
    method: 'GET',
    path: '/me/time-entries/',
    tag,
    summary: 'The caller’s time of a week or other days, with its sums',
    query: weekQuery,
    reply: weekReply,
    run: (ctx, { query }) => readWeek(ctx, query),
  }),
  route({
    method: 'GET',
    path: '/me/timer/',
    tag,
    summary: 'The timer that runs for the caller',
    reply: timerReply,
    run: (ctx) => readTimer(ctx),
    present: (state) => (state ? presentTimer(state) : { active: false }),
  }),
  route({
    method: 'POST',
    path: '/me/timer/start',
    tag,
    summary: 'Start the timer on a task; one that ran is ended and logged',
    scope: timedTaskScope,
    allow: mayLog,
    body: timerBody,
    status: 201,
    reply: startedReply,
    run: (ctx, { body }) => startTimer(ctx, body.note ?? ''),
    present: ({ timer, finalized }) => ({
      active_timer: presentTimer(timer),
      finalized_entry: finalized && presentEntry(finalized),
    }),
  }),
  route({
    method: 'POST',
    path: '/me/timer/stop',
    tag,
    summary: 'Stop the timer and log its time',
    status: 201,
    reply: timeEntryReply,
    otherReplies: { 409: { description: 'No timer is running.' } },
    run: (ctx) => stopTimer(ctx),
    present: presentEntry,
  }),
  route({
    method: 'POST',
    path: '/me/timesheets/{week_start}/submit',
    tag,
    summary: 'Mark the week of a date as complete, for oneself',
    params: timesheetParams,
    reply: timesheetReply,
    run: async (ctx, { params }) => {
      const at = ctx.services.clock.now()
      const week_start = mondayOf(params.week_start)
      await upsertTimesheet(ctx, actingAccount(ctx).id, week_start, at)
      return { week_start, submitted_at: instantText(at) }
    },
  }),
  route({
    method: 'DELETE',
    path: '/me/timesheets/{week_start}/submit',
    tag,
    summary: 'Take the mark of a week back',
    params: timesheetParams,
    status: 204,
    run: (ctx, { params }) => deleteTimesheet(ctx, actingAccount(ctx).id, mondayOf(params.week_start)),
  }),
]
