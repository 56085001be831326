import { defineEntity, p } from '@mikro-orm/postgresql'
import { AUDIENCES, type Audience, SIGNALS, type Signal } from '../access/signals.ts'
import { keepHistory } from '../platform/db/kept-history.ts'
import { ownedBy, references } from '../platform/db/references.ts'

const listed = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ')

/** Whom a team tells one of its signals, where that is not what it is without a row. */
export const TeamSignalSchema = defineEntity({
  name: 'TeamSignal',
  tableName: 'team_signals',
  properties: {
    project_id: p.uuid().primary(),
    signal: p.text().$type<Signal>().primary(),
    audience: p.text().$type<Audience>(),
    /** As far as the team has allowed the audience to be raised. */
    ceiling: p.text().$type<Audience>(),
  },
  checks: [
    { name: 'team_signals_signal_known', expression: `signal in (${listed(SIGNALS)})` },
    { name: 'team_signals_audience_known', expression: `audience in (${listed(AUDIENCES)})` },
    { name: 'team_signals_ceiling_known', expression: `ceiling in (${listed(AUDIENCES)})` },
  ],
})
references(TeamSignalSchema, { project_id: ownedBy('projects') })
keepHistory(TeamSignalSchema, {
  kind: 'signal_privacy_policy',
  id: 'project_id',
  untracked: ['project_id', 'signal'],
  told: { columns: ['signal', 'audience', 'ceiling'], removed: 'with its project' },
})
