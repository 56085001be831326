import { type Diagnostics, quoted } from './diagnostics.ts'
import type { ReceiptPlace } from './imported-plan.ts'

const MAX_STORY_POINTS = 1_000

/** Whole story points of a cell or a field; what is none leaves a word. `of` names the task before the message. */
export function readStoryPoints(text: string, where: ReceiptPlace, diagnostics: Diagnostics, of = ''): number | null {
  if (text === '') return null
  const points = Number(text)
  if (points >= 0 && points <= MAX_STORY_POINTS) {
    const whole = Math.round(points)
    if (whole !== points) diagnostics.warn('story_points_rounded', where, `${of}${points} story points became ${whole}`)
    return whole
  }
  diagnostics.warn('bad_story_points', where, `${of}${quoted(text)} is not a number of story points`)
  return null
}
