import { runCpm } from '../cpm/run-cpm.ts'
import { computeDrag } from '../explain/drag.ts'
import { scheduleFacts, type TaskFloors } from '../explain/schedule-facts.ts'
import { lintDocument } from '../lint/lint-document.ts'
import { lintPlan } from '../lint/lint-plan.ts'
import { sarifDocument } from '../lint/sarif-document.ts'
import type { ScheduleGraph } from '../model/schedule-graph.ts'
import { formatCivilDay } from '../plan/civil-day.ts'
import { answerDifference } from './answer-difference.ts'
import { pathsDocument } from './paths-document.ts'
import type { Question, RowTexts } from './question.ts'
import { readTexts } from './row-texts.ts'

/** The answer as a document; the bytes of its JSON are what a thread gives back. */
export function answerQuestion(
  graph: ScheduleGraph,
  texts: RowTexts,
  question: Question,
  floors: TaskFloors | null = null,
): object {
  const names = readTexts(texts)
  const columns = { ...graph.columns, ids: names.ids }
  if (question.kind === 'difference') return answerDifference(columns, names, question)
  const result = runCpm(graph)
  if (question.kind === 'check') {
    const found = lintPlan({ ...graph, columns }, result, question.records)
    const document = lintDocument(columns, found, question.name)
    return question.sarif ? sarifDocument(document, question.sarif.file, question.sarif.version) : document
  }
  if (question.kind === 'paths') return pathsDocument(scheduleFacts(graph.columns, result, floors), names, question)
  return {
    project_finish: formatCivilDay(result.projectFinishDay),
    // What is critical in a project closed to the reader stays there.
    tasks: computeDrag(graph, result).flatMap(({ task, dragDays, finishDay }) => {
      const taskId = names.ids[task]
      const name = names.nameOf.get(taskId)
      if (name === undefined) return []
      return [{ task_id: taskId, task_name: name, drag_days: dragDays, finish_without: formatCivilDay(finishDay) }]
    }),
  }
}

/** JSON over memory that crosses threads without a copy. */
export function answerBytes(answer: object): Uint8Array {
  const text = Buffer.from(JSON.stringify(answer))
  const bytes = new Uint8Array(new SharedArrayBuffer(text.length))
  bytes.set(text)
  return bytes
}
