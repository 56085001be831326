import { pageOf, presentPage } from '../../platform/http/paging.ts'
import { route } from '../../platform/http/route.ts'
import { canStaff } from '../people.policy.ts'
import { type TaskOfBodyScope, taskOfBodyScope } from '../task-of-body.ts'
import { presentAssignment, presentWritten } from './assignment.present.ts'
import {
  assignmentBody,
  assignmentPatch,
  assignmentReply,
  listAssignmentsQuery,
  writtenAssignmentReply,
} from './assignment.schema.ts'
import { type AssignmentScope, assignmentScope } from './assignment.scope.ts'
import { fitAssignment, pageAssignments } from './fit-assignments.ts'
import { createAssignment, deleteAssignment, updateAssignment } from './write-assignment.ts'

const tag = 'assignments'

export const assignmentRoutes = [
  route({
    method: 'GET',
    path: '/task-resources/',
    tag,
    summary: 'Who works on the tasks of the caller’s projects',
    query: listAssignmentsQuery,
    reply: pageOf(assignmentReply),
    run: async (ctx, { query }) => ({ page: await pageAssignments(ctx, query), query }),
    present: ({ page, query }, ctx) =>
      presentPage(
        { ...page, results: page.results.map(presentAssignment) },
        ctx.services.config,
        '/task-resources/',
        query,
      ),
  }),
  route({
    method: 'POST',
    path: '/task-resources/',
    tag,
    summary: 'Assign a resource to a task',
    scope: taskOfBodyScope,
    allow: canStaff<TaskOfBodyScope>,
    body: assignmentBody,
    status: 201,
    reply: writtenAssignmentReply,
    run: (ctx, { body }) => createAssignment(ctx, body),
    present: presentWritten,
  }),
  route({
    method: 'GET',
    path: '/task-resources/{id}/',
    tag,
    summary: 'One assignment',
    scope: assignmentScope,
    reply: assignmentReply,
    run: (ctx) => fitAssignment(ctx, ctx.scope.row),
    present: presentAssignment,
  }),
  route({
    method: 'PUT',
    path: '/task-resources/{id}/',
    tag,
    summary: 'Change an assignment, naming its task and resource',
    scope: assignmentScope,
    allow: canStaff<AssignmentScope>,
    body: assignmentBody,
    reply: writtenAssignmentReply,
    run: (ctx, { body }) => updateAssignment(ctx, body),
    present: presentWritten,
  }),
  route({
    method: 'PATCH',
    path: '/task-resources/{id}/',
    tag,
    summary: 'Change the fields sent',
    scope: assignmentScope,
    allow: canStaff<AssignmentScope>,
    body: assignmentPatch,
    reply: writtenAssignmentReply,
    run: (ctx, { body }) => updateAssignment(ctx, body),
    present: presentWritten,
  }),
  route({
    method: 'DELETE',
    path: '/task-resources/{id}/',
    tag,
    summary: 'Take a resource off a task',
    scope: assignmentScope,
    allow: canStaff<AssignmentScope>,
    status: 204,
    run: deleteAssignment,
  }),
]
