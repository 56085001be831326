import { actingAccount, type Ctx } from '../../platform/context.ts'
import { instantText, sql } from '../../platform/db/sql.ts'
import { Refusal, refuseUnless } from '../../platform/errors.ts'

export interface PinTarget {
  readonly kind: 'project' | 'program'
  readonly objectId: string
}

interface PinnedRow {
  kind: PinTarget['kind']
  id: string
  name: string
  code: string
  program_id: string | null
  program_name: string | null
  pinned_at: string
}

/** Pins it for the caller. Again changes nothing; the cap counts both kinds together. */
export async function pin(ctx: Ctx<unknown>, target: PinTarget): Promise<{ is_pinned: true }> {
  const accountId = actingAccount(ctx).id
  await sql(ctx, 'select 1 from accounts where id = $1 for no key update', [accountId])
  const pinned = await listPins(ctx)
  if (pinned.some((row) => row.kind === target.kind && row.id === target.objectId)) return { is_pinned: true }
  const limit = ctx.services.config.maxUserPins
  refuseUnless(pinned.length < limit, () => pinLimitReached(limit))
  await sql(
    ctx,
    `insert into pins (account_id, kind, object_id, pinned_at) values ($1, $2, $3, $4)
     on conflict (account_id, kind, object_id) do nothing`,
    [accountId, target.kind, target.objectId, ctx.services.clock.now().toISOString()],
  )
  return { is_pinned: true }
}

export async function unpin(ctx: Ctx<unknown>, target: PinTarget): Promise<void> {
  await sql(ctx, 'delete from pins where account_id = $1 and kind = $2 and object_id = $3', [
    actingAccount(ctx).id,
    target.kind,
    target.objectId,
  ])
}

/** What the caller pinned and is still a member of, last pinned first. */
export async function listPins(ctx: Ctx<unknown>): Promise<PinnedRow[]> {
  return sql<PinnedRow>(
    ctx,
    `select n.kind, p.id, p.name, p.code, p.program_id, g.name as program_name, n.pinned_at
     from pins n
     join projects p on p.id = n.object_id and not p.is_deleted
     join project_members m on m.project_id = p.id and m.account_id = n.account_id and not m.is_deleted
     left join programs g on g.id = p.program_id
     where n.account_id = $1 and n.kind = 'project'
     union all
     select n.kind, g.id, g.name, g.code, null, null, n.pinned_at
     from pins n
     join programs g on g.id = n.object_id and not g.is_deleted
     join program_members m on m.program_id = g.id and m.account_id = n.account_id and not m.is_deleted
     where n.account_id = $1 and n.kind = 'program'
     order by pinned_at desc, id`,
    [actingAccount(ctx).id],
  )
}

export function presentPinned(row: PinnedRow): object {
  return { ...row, pinned_at: instantText(row.pinned_at) }
}

/** Which of the objects the viewer pinned. */
export async function pinnedAmong(ctx: Ctx<unknown>, objectIds: readonly string[]): Promise<Set<string>> {
  if (ctx.actor.kind !== 'account' && ctx.actor.kind !== 'agent') return new Set()
  const rows = await sql<{ object_id: string }>(
    ctx,
    'select object_id from pins where account_id = $1 and object_id = any($2::uuid[])',
    [ctx.actor.account.id, objectIds],
  )
  return new Set(rows.map((row) => row.object_id))
}

function pinLimitReached(limit: number): Refusal {
  return new Refusal(400, `At most ${limit} projects and programs can be pinned.`, { code: 'pin_limit_reached' })
}
