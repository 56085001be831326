import type { Ctx } from '../platform/context.ts'
import { pageOf, presentPage } from '../platform/http/paging.ts'
import { route } from '../platform/http/route.ts'
import { type ProjectTaskScope, projectTaskScope } from '../tasks/project-task-scope.ts'
import { canRemark } from '../tasks/remarks/remarks.ts'
import {
  canEditPolicy,
  canReadDecisions,
  changePolicy,
  type DecisionsScope,
  decisionsScope,
  listDecisions,
} from './decisions.ts'
import { presentDecision, presentNote } from './note.present.ts'
import { loadNote, pageNotes } from './note.queries.ts'
import {
  decisionReply,
  listDecisionsQuery,
  listNotesQuery,
  noteBody,
  notePatch,
  noteReply,
  policyPatch,
  policyReply,
} from './note.schema.ts'
import { createNote, deleteNote, editNote, toggleDecision, togglePin } from './write-note.ts'

const PATH = '/projects/{id}/tasks/{taskId}/notes/'
const ONE = `${PATH}{noteId}/`
const tag = 'notes'
const reading = { tag, scope: projectTaskScope }
const writing = { ...reading, allow: canRemark<ProjectTaskScope>, reply: noteReply, present: presentNote }
const idOf = (params: Readonly<Record<string, string>>) => params.noteId as string
const presentPolicy = (areOpen: boolean, ctx: Ctx<DecisionsScope>) => ({
  oversight_visible: areOpen,
  can_edit: canEditPolicy(ctx),
})

export const noteRoutes = [
  route({
    method: 'GET',
    path: PATH,
    ...reading,
    summary: 'Notes of a task, pinned ones first',
    query: listNotesQuery,
    reply: pageOf(noteReply),
    run: async (ctx, { query }) => ({ page: await pageNotes(ctx, query), query }),
    present: ({ page, query }, ctx) => {
      const { projectId, taskId } = ctx.scope
      const path = `/projects/${projectId}/tasks/${taskId}/notes/`
      return presentPage({ ...page, results: page.results.map(presentNote) }, ctx.services.config, path, query)
    },
  }),
  route({
    method: 'POST',
    path: PATH,
    ...writing,
    summary: 'Add a note to a task',
    body: noteBody,
    status: 201,
    run: (ctx, { body }) => createNote(ctx, body.body),
  }),
  route({
    method: 'GET',
    path: ONE,
    ...reading,
    summary: 'One note',
    reply: noteReply,
    run: (ctx, { params }) => loadNote(ctx, idOf(params)),
    present: presentNote,
  }),
  route({
    method: 'PATCH',
    path: ONE,
    ...writing,
    summary: 'Change the words of a note; its author, for 15 minutes',
    body: notePatch,
    run: (ctx, { params, body }) => editNote(ctx, idOf(params), body.body),
  }),
  route({
    method: 'DELETE',
    path: ONE,
    ...reading,
    allow: canRemark<ProjectTaskScope>,
    summary: 'Delete a note; its author or a Project Manager',
    status: 204,
    run: (ctx, { params }) => deleteNote(ctx, idOf(params)),
  }),
  route({
    method: 'POST',
    path: `${ONE}pin/`,
    ...writing,
    summary: 'Pin a note, or take its pin away',
    run: (ctx, { params }) => togglePin(ctx, idOf(params)),
  }),
  route({
    method: 'POST',
    path: `${ONE}decision/`,
    ...writing,
    summary: 'Say that a note is a decision, or that it is none',
    run: (ctx, { params }) => toggleDecision(ctx, idOf(params)),
  }),
  route({
    method: 'GET',
    path: '/projects/{id}/decisions/',
    tag,
    summary: 'Decisions on the tasks of a project, those of the newest sprint first',
    scope: decisionsScope,
    allow: canReadDecisions,
    query: listDecisionsQuery,
    reply: pageOf(decisionReply),
    run: async (ctx, { query }) => ({ page: await listDecisions(ctx, query), query }),
    present: ({ page, query }, ctx) => {
      const results = page.results.map((row) => presentDecision(row, ctx))
      return presentPage(
        { ...page, results },
        ctx.services.config,
        `/projects/${ctx.scope.projectId}/decisions/`,
        query,
      )
    },
  }),
  route({
    method: 'GET',
    path: '/projects/{id}/decisions-policy/',
    tag,
    summary: 'Who reads the decisions of a project',
    scope: decisionsScope,
    reply: policyReply,
    run: async (ctx) => ctx.scope.areOpen,
    present: presentPolicy,
  }),
  route({
    method: 'PATCH',
    path: '/projects/{id}/decisions-policy/',
    tag,
    summary: 'Open the decisions of a project to Viewers, or close them',
    scope: decisionsScope,
    allow: canEditPolicy,
    body: policyPatch,
    reply: policyReply,
    run: (ctx, { body }) => changePolicy(ctx, body.oversight_visible),
    present: presentPolicy,
  }),
]
