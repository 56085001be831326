import { sql } from 'kysely'
import { type Db, tables } from '../../database.ts'

/** A task and who may work on it. */
export interface Pair {
  readonly task_id: string
  readonly resource_id: string
}

/** A skill that the task of a pair asks for; `place` counts the pairs from 1. */
export interface RequiredSkill {
  readonly place: number
  readonly skill_id: string
  readonly name: string
  readonly required: number
  /** 0 when the resource does not bear it at all. */
  readonly actual: number
}

/** What the tasks of pairs ask for beside what their resources are able to do, by the names of the skills. */
export async function findRequiredSkills(db: Db, pairs: readonly Pair[]): Promise<RequiredSkill[]> {
  const found = await sql<RequiredSkill>`
    select pair.place, q.skill_id, s.name, q.min_proficiency as required, coalesce(b.proficiency, 0) as actual
    from unnest(${pairs.map((pair) => pair.task_id)}::uuid[], ${pairs.map((pair) => pair.resource_id)}::uuid[])
      with ordinality as pair(task_id, resource_id, place)
    join task_skill_requirements q on q.task_id = pair.task_id join skills s on s.id = q.skill_id
    left join resource_skills b on b.resource_id = pair.resource_id and b.skill_id = q.skill_id
    order by s.normalized_name`.execute(tables(db))
  return found.rows
}
