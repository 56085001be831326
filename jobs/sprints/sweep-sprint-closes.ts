import type { Services } from '../../api/platform/context.ts'
import { sweepCloses } from '../../api/sprints/close/end-close.ts'

/** Every request to close a sprint ends. */
export async function sweepSprintClosesBody(services: Services): Promise<void> {
  const lost = await services.systemContext((ctx) => sweepCloses(ctx))
  if (lost.length > 0) services.log.warn({ requests: lost }, 'sprints to be closed had lost their job')
}
