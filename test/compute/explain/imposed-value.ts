import { type Explanation, explainTask } from '../../../compute/explain/explain-task.ts'
import { isFloat, QUANTITIES, type Quantity } from '../../../compute/explain/quantity.ts'
import type { ScheduleFacts } from '../../../compute/explain/schedule-facts.ts'
import type { Plan } from '../../../compute/plan/plan-document.ts'
import { referenceSchedule } from '../reference/reference-schedule.ts'
import { dateText } from '../reference/slow-calendar.ts'

type Visit = (index: number, quantity: Quantity, explanation: Explanation, where: () => string) => void

/**
 * Explains every quantity of every task. Fails where the binding contribution does not impose the value, or the value is
 * not that of the slow engine.
 */
export function explainAll(plan: Plan, facts: ScheduleFacts, visit: Visit): void {
  const reference = referenceSchedule(plan)
  plan.tasks.forEach((task, index) => {
    for (const quantity of QUANTITIES) {
      const explanation = explainTask(facts, index, quantity)
      const { value, binding, contributions } = explanation
      const imposed = isFloat(quantity) ? binding.slackDays : binding.imposedDay
      const slow = reference.tasks[index]?.[quantity]
      const isRight = imposed === value && (isFloat(quantity) ? value : dateText(value)) === slow
      const where = () => `${quantity} of ${task.id} in ${JSON.stringify(plan)}`
      if (!isRight || !contributions.includes(binding)) throw new Error(where())
      visit(index, quantity, explanation, where)
    }
  })
}
