import { Refusal } from '../../platform/errors.ts'
import type { SkillReference } from './skill.queries.ts'

const SAMPLE_SIZE = 10

/** Counts all that refer to the skill and lists a few; the name of what the caller may not see is left out. */
export function skillInUse(references: readonly SkillReference[]): Refusal {
  return new Refusal(409, 'The skill is in use.', {
    code: 'skill_in_use',
    extra: {
      reference_count: references.length,
      references: references
        .slice(0, SAMPLE_SIZE)
        .map(({ type, id, name, is_visible }) => ({ type, id, ...(is_visible ? { name } : {}) })),
    },
  })
}
