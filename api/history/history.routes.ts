import { programScope } from '../access/program-scope.ts'
import { projectScope } from '../access/project-scope.ts'
import { route } from '../platform/http/route.ts'
import { projectTaskScope } from '../tasks/project-task-scope.ts'
import { activityQuery, activityReply, readBoardActivity } from './board-activity.ts'
import {
  changelogQuery,
  changelogReply,
  historyQuery,
  programHistoryReply,
  projectHistoryReply,
  taskHistoryQuery,
  taskHistoryReply,
} from './history.schema.ts'
import { readChangelog } from './read-changelog.ts'
import { readProgramHistory, readProjectHistory, readTaskHistory } from './read-history.ts'
import { readSummary, summaryQuery, summaryReply } from './read-summary.ts'
import { readTaskEvents } from './read-task-events.ts'

const tag = 'history'

export const historyRoutes = [
  route({
    method: 'GET',
    path: '/projects/{id}/history/',
    tag,
    summary: 'What was changed of the project itself, the newest first',
    scope: projectScope(),
    query: historyQuery,
    reply: projectHistoryReply,
    run: (ctx, { query }) => readProjectHistory(ctx, query),
  }),
  route({
    method: 'GET',
    path: '/projects/{id}/history/summary/',
    tag,
    summary: 'How often the project, its tasks and its links were changed of late, and which fields',
    scope: projectScope(),
    query: summaryQuery,
    reply: summaryReply,
    run: (ctx, { query }) => readSummary(ctx, query),
  }),
  route({
    method: 'GET',
    path: '/programs/{id}/history/',
    tag,
    summary: 'What was changed of a program and of its meetings, the newest first',
    scope: programScope(),
    query: historyQuery,
    reply: programHistoryReply,
    run: (ctx, { query }) => readProgramHistory(ctx, query),
  }),
  route({
    method: 'GET',
    path: '/projects/{id}/tasks/{taskId}/history/',
    tag,
    summary: 'What was changed of a task, the newest first, with names instead of ids',
    scope: projectTaskScope,
    query: taskHistoryQuery,
    reply: taskHistoryReply,
    run: (ctx, { query }) => (query.include ? readTaskEvents(ctx, query) : readTaskHistory(ctx, query)),
  }),
  route({
    method: 'GET',
    path: '/projects/{id}/changelog/',
    tag,
    summary: 'What was changed in a project, of all kinds of records, the newest first',
    scope: projectScope(),
    query: changelogQuery,
    reply: changelogReply,
    run: (ctx, { query }) => readChangelog(ctx, query),
  }),
  route({
    method: 'GET',
    path: '/projects/{id}/board/activity/',
    tag,
    summary: 'What happened to the tasks of a project, the newest first',
    scope: projectScope(),
    query: activityQuery,
    reply: activityReply,
    run: (ctx, { query }) => readBoardActivity(ctx, query),
  }),
]
