import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** Of five grades the lower two: within a million guesses by somebody who tries lists, keyboard runs, dates and repeats first. */
const MOST_GUESSABLE_SCORE = 1
/** Judging takes time in proportion to the square of the length; what is guessable shows before. */
const JUDGED_LENGTH = 64

let judge: Promise<ZxcvbnFactory> | null = null

/** Whether a password is among those that are tried first. The lists are loaded when the first one is set. */
export async function isTriedFirst(password: string): Promise<boolean> {
  judge ??= loadJudge()
  return (await judge).check(password.slice(0, JUDGED_LENGTH)).score <= MOST_GUESSABLE_SCORE
}

async function loadJudge(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
}
