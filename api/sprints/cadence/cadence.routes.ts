import { projectScope } from '../../access/project-scope.ts'
import { Reply, type Route, route } from '../../platform/http/route.ts'
import { canRunSprints } from '../sprint.policy.ts'
import { generateBody, generateReply } from './cadence.schema.ts'
import { generateSprints } from './generate-sprints.ts'

export const cadenceRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/projects/{id}/sprints/generate/',
    tag: 'sprints',
    summary: 'Plan sprints one behind the other on working days, or preview them',
    scope: projectScope(),
    allow: canRunSprints,
    body: generateBody,
    status: 201,
    reply: generateReply,
    otherReplies: {
      200: { description: 'a preview: nothing was written', schema: generateReply },
      400: { description: '`calendar_has_no_working_day`, or fields' },
    },
    run: async (ctx, { body }) => {
      const made = await generateSprints(ctx, body)
      return new Reply(made.dry_run ? 200 : 201, made)
    },
  }),
]
