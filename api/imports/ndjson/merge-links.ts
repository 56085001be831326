import type { LinePredecessor } from '../../../importers/ndjson/read-task-line.ts'
import type { Diagnostics } from '../../../importers/plan/diagnostics.ts'
import { ImportRefusal } from '../../../importers/plan/import-refusal.ts'
import type { ProjectScope } from '../../access/project-scope.ts'
import { insertDependencies, type NewDependency } from '../../dependencies/insert-dependencies.ts'
import type { Ctx } from '../../platform/context.ts'
import { updateLags } from './ndjson.queries.ts'
import type { Survey } from './survey-lines.ts'

const MAX_LINKS = 300_000

/** Gathers links while lines are read; they are checked and written together once every task is there. */
export class LinkCollector {
  readonly #links = new Map<string, NewDependency>()
  readonly #survey: Survey
  readonly #diagnostics: Diagnostics

  constructor(survey: Survey, diagnostics: Diagnostics) {
    this.#survey = survey
    this.#diagnostics = diagnostics
  }

  take(row: number, successorId: string, predecessors: readonly LinePredecessor[]): void {
    const where = { row, field: 'predecessors' }
    for (const { external_id: externalId, dep_type: depType, lag, lag_unit: lagUnit } of predecessors) {
      const id = this.#survey.lines.get(externalId)?.id ?? this.#survey.existing.get(externalId)?.id
      if (id === undefined) {
        this.#diagnostics.warn('unknown_predecessor', where, 'a predecessor is neither in the file nor in the project')
      } else if (id === successorId) {
        this.#diagnostics.warn('self_dependency', where, 'a link of a task to itself is dropped')
      } else {
        this.#links.set(`${id} ${successorId} ${depType}`, { predecessorId: id, successorId, depType, lag, lagUnit })
        if (this.#links.size > MAX_LINKS)
          throw new ImportRefusal('too_many_links', `the file holds more than ${MAX_LINKS} links`)
      }
    }
  }

  /** Writes new links and the lags of those that exist. Links that the file does not name stay. */
  async write(ctx: Ctx<ProjectScope>): Promise<{ created: number; updated: number }> {
    const links = [...this.#links.values()]
    if (links.length === 0) return { created: 0, updated: 0 }
    const created = await insertDependencies(ctx, links)
    return { created, updated: created === links.length ? 0 : await updateLags(ctx, links) }
  }
}
