import { z } from 'zod'
import { projectScope } from '../../access/project-scope.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { wireId } from '../../platform/http/wire-kinds.ts'
import { taskReply } from '../../tasks/task.reply.ts'
import { canRunSprints, canSetTargets } from '../sprint.policy.ts'
import { sprintScope } from '../sprint.scope.ts'
import {
  actionReply,
  addItemBody,
  boardReply,
  carryoverReply,
  itemPatch,
  itemReply,
  retroBody,
  retroPatch,
  retroReply,
} from './retro.schema.ts'
import { promoteAction, pullAction, readCarryover, readPriorRetro } from './retro-actions.ts'
import { addItem, convertItem, deleteItem, readBoard, retroItemScope, updateItem } from './retro-board.ts'
import { readRetro, setVisibility, writeRetro } from './write-retro.ts'

const tag = 'sprints'
const read = { method: 'GET', tag, scope: sprintScope() } as const
const write = { tag, scope: sprintScope(), allow: canRunSprints } as const
const onNote = { tag, scope: retroItemScope, allow: canRunSprints } as const
const notNow = { 400: { description: 'the sprint is neither active nor closed' } }

export const retroRoutes: readonly Route[] = [
  route({
    ...read,
    path: '/sprints/{id}/retro/',
    summary: 'The retrospective of a sprint; what the team keeps to itself in numbers for Viewers',
    reply: retroReply,
    run: (ctx) => readRetro(ctx),
  }),
  route({
    ...write,
    method: 'POST',
    path: '/sprints/{id}/retro/',
    summary: 'Write the retrospective of a sprint',
    body: retroBody,
    reply: retroReply,
    run: (ctx, { body }) => writeRetro(ctx, body),
  }),
  route({
    ...write,
    method: 'PATCH',
    path: '/sprints/{id}/retro/',
    summary: 'Say who reads the retrospective: by its author and managers',
    body: retroPatch,
    reply: retroReply,
    run: (ctx, { body }) => setVisibility(ctx, body.team_visibility),
  }),
  route({
    ...read,
    path: '/sprints/{id}/retro-board/',
    summary: 'The live board of the retrospective',
    reply: boardReply,
    run: (ctx) => readBoard(ctx),
  }),
  route({
    ...write,
    method: 'POST',
    path: '/sprints/{id}/retro-board/',
    summary: 'Put a note on the board',
    body: addItemBody,
    status: 201,
    reply: itemReply,
    otherReplies: notNow,
    run: (ctx, { body }) => addItem(ctx, body),
  }),
  route({
    ...onNote,
    method: 'PATCH',
    path: '/retro-items/{id}/',
    summary: 'Change or move a note on the board',
    body: itemPatch,
    reply: itemReply,
    run: (ctx, { body }) => updateItem(ctx, body),
  }),
  route({
    ...onNote,
    method: 'DELETE',
    path: '/retro-items/{id}/',
    summary: 'Take a note off the board',
    status: 204,
    run: (ctx) => deleteItem(ctx),
  }),
  route({
    ...onNote,
    method: 'POST',
    path: '/retro-items/{id}/convert-to-action/',
    summary: 'Make an action of a note',
    status: 201,
    reply: actionReply,
    otherReplies: { ...notNow, 200: { description: 'it is one already', schema: actionReply } },
    run: (ctx) => convertItem(ctx),
  }),
  route({
    ...write,
    method: 'POST',
    path: '/sprints/{id}/retrospective/action-items/{actionId}/promote/',
    summary: 'Make a task of the backlog of an action',
    status: 201,
    reply: z.object({ task: taskReply }),
    otherReplies: { 409: { description: 'it is a task already, named in `task_id`' } },
    run: (ctx, { params }) => promoteAction(ctx, params.actionId as string),
  }),
  route({
    ...write,
    method: 'POST',
    path: '/sprints/{id}/retrospective/action-items/{actionId}/pull-to-sprint/',
    summary: 'Put the task of an action into a planned sprint',
    allow: canSetTargets,
    body: z.object({ target_sprint_id: wireId.optional().describe('required') }),
    reply: z.object({ task: taskReply }),
    run: (ctx, { params, body }) => pullAction(ctx, params.actionId as string, body.target_sprint_id),
  }),
  route({
    ...read,
    path: '/sprints/{id}/retrospective/prior/',
    summary: 'The retrospective of the sprint before',
    reply: retroReply,
    run: (ctx) => readPriorRetro(ctx),
  }),
  route({
    method: 'GET',
    tag,
    scope: projectScope(),
    path: '/projects/{id}/retrospective/carryover/',
    summary: 'What the last retrospectives meant to do and nobody has done',
    reply: carryoverReply,
    run: (ctx) => readCarryover(ctx),
  }),
]
