import type { FindingDocument, LintDocument } from './lint-document.ts'
import { ALL_RULES } from './lint-plan.ts'

const LEVELS = { error: 'error', warning: 'warning', info: 'note' } as const
/** Rows named at one result; the rest are counted in its message. */
const MAX_LOCATIONS = 100

/**
 * A check as SARIF 2.1.0, which code review tools read. Rows are logical locations inside the plan file; a point that
 * was not measured is a notification of the run, so that its silence is not taken for a pass.
 */
export function sarifDocument(lint: LintDocument, file: string, version: string): object {
  const rules = ALL_RULES.map(({ code, severity, title, remedy }) => ({
    id: code,
    shortDescription: { text: title },
    help: { text: remedy },
    defaultConfiguration: { level: LEVELS[severity] },
  }))
  const ruleIndex = new Map(ALL_RULES.map((rule, index) => [rule.code, index]))
  const notMeasured = lint.assessment.filter((point) => point.status === 'not_measured')
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'svc lint', version, rules } },
        artifacts: [{ location: { uri: file } }],
        invocations: [
          {
            executionSuccessful: true,
            toolExecutionNotifications: notMeasured.map((point) => ({
              level: 'note',
              message: { text: `${point.title} was not measured: ${point.note}.` },
              associatedRule: { id: point.rule, index: ruleIndex.get(point.rule) },
            })),
          },
        ],
        results: lint.findings.map((finding) => ({
          ruleId: finding.rule,
          ruleIndex: ruleIndex.get(finding.rule),
          level: LEVELS[finding.severity],
          message: { text: messageOf(finding) },
          locations: locationsOf(finding, file),
        })),
      },
    ],
  }
}

function messageOf({ message, tasks }: FindingDocument): string {
  const more = tasks.length - MAX_LOCATIONS
  return more > 0 ? `${message} ${more} more rows are not listed.` : message
}

function locationsOf({ tasks }: FindingDocument, file: string): object[] {
  const physicalLocation = { artifactLocation: { uri: file, index: 0 } }
  if (tasks.length === 0) return [{ physicalLocation }]
  return tasks.slice(0, MAX_LOCATIONS).map((task) => ({
    physicalLocation,
    logicalLocations: [{ name: task, fullyQualifiedName: `tasks/${task}`, kind: 'element' }],
  }))
}
