import type { z } from 'zod'
import type { Ctx } from '../context.ts'
import { prefersType } from './accept.ts'
import { Reply, type Route, type RouteInput, type RouteSpec, route } from './route.ts'

const SVG_TYPE = 'image/svg+xml'
const PNG_TYPE = 'image/png'

type Input<Q> = RouteInput<undefined, Q, undefined>

/**
 * A read with a picture of the same figures: under its own address for who asks for SVG by name, and under that address
 * with `.svg` in place of its last slash for who cannot say what they take. The picture is drawn from the reply, so that
 * it tells nobody more than the figures do.
 */
export function pictureRoutes<Q extends z.ZodType | undefined = undefined, S = unknown, R = unknown>(
  spec: Omit<RouteSpec<undefined, Q, undefined, S, R>, 'present'> & {
    readonly draw: (figures: R, ctx: Ctx<S>, query: Input<Q>['query']) => string | Promise<string>
    /** Makes pixels of what was drawn, for a third address that ends in `.png`. */
    readonly rasterize?: (svg: string, query: Input<Q>['query']) => Promise<Buffer>
  },
): Route[] {
  const { draw, rasterize, reply, run, ...read } = spec
  const picture = async (ctx: Ctx<S>, found: R, query: Input<Q>['query']) =>
    new Reply(200, await draw(found, ctx, query), {
      'Content-Type': `${SVG_TYPE}; charset=utf-8`,
      // Names that people gave stand in it: opened as a page of its own it runs nothing and loads nothing.
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    })
  return [
    route({
      ...read,
      ...(reply ? { reply } : {}),
      alsoAs: SVG_TYPE,
      run: async (ctx: Ctx<S>, input: Input<Q>) => {
        const found = await run(ctx, input)
        return prefersType(ctx.caller.header('accept'), SVG_TYPE) ? picture(ctx, found, input.query) : found
      },
    }),
    route({
      ...read,
      path: spec.path.replace(/\/$/, '.svg'),
      produces: [SVG_TYPE],
      summary: `The same as a picture (SVG): ${spec.summary.charAt(0).toLowerCase()}${spec.summary.slice(1)}`,
      run: async (ctx: Ctx<S>, input: Input<Q>) => picture(ctx, await run(ctx, input), input.query),
    }),
    ...(rasterize === undefined
      ? []
      : [
          route({
            ...read,
            path: spec.path.replace(/\/$/, '.png'),
            produces: [PNG_TYPE],
            summary: `The same as a picture (PNG): ${spec.summary.charAt(0).toLowerCase()}${spec.summary.slice(1)}`,
            run: async (ctx: Ctx<S>, input: Input<Q>) => {
              const svg = await draw(await run(ctx, input), ctx, input.query)
              return new Reply(200, await rasterize(svg, input.query), { 'Content-Type': PNG_TYPE })
            },
          }),
        ]),
  ]
}
