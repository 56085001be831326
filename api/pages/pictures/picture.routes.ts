import { projectScope } from '../../access/project-scope.ts'
import { canStaff } from '../../people/people.policy.ts'
import { NoRasterizer, picturePng, TooManyPixels } from '../../pictures/picture-png.ts'
import type { Scheme } from '../../pictures/picture-style.ts'
import { Refusal } from '../../platform/errors.ts'
import { pictureRoutes } from '../../platform/http/picture-route.ts'
import { byAccount } from '../../platform/http/rate-limits.ts'
import type { Route } from '../../platform/http/route.ts'
import {
  forecastDocument,
  forecastQuery,
  ganttQuery,
  ganttReply,
  loadDocument,
  loadQuery,
  networkQuery,
} from './picture.schema.ts'
import { drawForecast, drawTornado, readForecast } from './read-forecast.ts'
import { drawGantt, drawNetwork, readGantt } from './read-gantt.ts'
import { drawLoad, readLoad } from './read-load.ts'

/** Pixels of a picture; 404 where the packages that draw them are not installed, 400 where there would be too many. */
async function rasterize(svg: string, { scheme }: { readonly scheme?: Scheme | undefined }): Promise<Buffer> {
  try {
    return await picturePng(svg, scheme ?? 'auto')
  } catch (error) {
    if (error instanceof NoRasterizer) throw new Refusal(404, error.message)
    if (error instanceof TooManyPixels) throw new Refusal(400, error.message)
    throw error
  }
}

const read = { method: 'GET', tag: 'pictures', scope: projectScope() } as const
const simulating = {
  ...read,
  // Apart from the simulations that are kept: who looks at a plan may still simulate it.
  limits: [byAccount('forecast_pictures', (config) => config.throttleMonteCarloRate)],
  query: forecastQuery,
  reply: forecastDocument,
  otherReplies: { 402: { description: 'over a cap of the edition' } },
} as const

/** Pictures of a project by address, each drawn from the figures that stand under the same address as JSON. */
export const projectPictureRoutes: readonly Route[] = [
  ...pictureRoutes({
    ...read,
    path: '/projects/{id}/pictures/gantt/',
    summary: 'Rows, links and marks of the schedule',
    query: ganttQuery,
    reply: ganttReply,
    run: (ctx) => readGantt(ctx),
    draw: (document, _ctx, query) => drawGantt(document, query),
    rasterize,
  }),
  ...pictureRoutes({
    ...read,
    path: '/projects/{id}/pictures/network/',
    summary: 'Tasks and the links between them',
    query: networkQuery,
    reply: ganttReply,
    run: (ctx) => readGantt(ctx),
    draw: (document, _ctx, query) => drawNetwork(document, query),
    rasterize,
  }),
  ...pictureRoutes({
    ...simulating,
    path: '/projects/{id}/pictures/forecast/',
    summary: 'Simulated finishes; nothing is stored',
    run: (ctx, { query }) => readForecast(ctx, query),
    draw: (document, _ctx, query) => drawForecast(document, query),
    rasterize,
  }),
  ...pictureRoutes({
    ...simulating,
    path: '/projects/{id}/pictures/tornado/',
    summary: 'What drives the simulated finish; nothing is stored',
    run: (ctx, { query }) => readForecast(ctx, query),
    draw: (document, _ctx, query) => drawTornado(document, query),
    rasterize,
  }),
  ...pictureRoutes({
    ...read,
    path: '/projects/{id}/pictures/load/',
    summary: 'Percent of everybody’s time that the tasks of each week take',
    allow: canStaff,
    otherReplies: { 409: { description: 'No task has dates yet.' } },
    query: loadQuery,
    reply: loadDocument,
    run: (ctx, { query }) => readLoad(ctx, query),
    draw: (document, _ctx, query) => drawLoad(document, query),
    rasterize,
  }),
]
