import { findSeedCycle } from './find-seed-cycle.ts'
import { parentPath } from './place-seed-tasks.ts'
import { EVENT_ACTIONS } from './seed-agile-schema.ts'
import { checkOptions, type SeedCustomField, valueFault } from './seed-custom-fields.ts'
import type { SeedErrors } from './seed-errors.ts'
import { dateKinds, placeOfRef } from './seed-kinds.ts'
import type { SeedDocument, SeedEvent, SeedProject, SeedRisk, SeedTask } from './seed-schema.ts'

type Place = readonly PropertyKey[]

/** Everything that a document names, by the place where it may be named. */
interface Names {
  readonly accounts: ReadonlySet<string>
  readonly calendars: ReadonlySet<string>
  readonly resources: ReadonlySet<string>
  readonly risks: ReadonlySet<string>
  readonly projects: ReadonlyMap<string, ProjectNames>
}

interface ProjectNames {
  readonly tasks: ReadonlySet<string>
  readonly sprints: ReadonlySet<string>
  readonly labels: ReadonlySet<string>
  readonly fields: ReadonlyMap<string, SeedCustomField>
}

/** Checks what the rows of a well-formed document say of each other: duplicates, dangling names, order, cycles. */
export function checkReferences(seed: SeedDocument, errors: SeedErrors): void {
  const names = collectNames(seed, errors)
  const check = new ReferenceCheck(names, seed.schema_version, errors)
  check.name('accounts', seed.program.lead, ['program', 'lead'])
  check.name('calendars', seed.program.calendar, ['program', 'calendar'])
  for (const [index, resource] of (seed.resources ?? []).entries()) {
    check.name('calendars', resource.calendar, ['resources', index, 'calendar'])
    check.name('accounts', resource.account, ['resources', index, 'account'])
  }
  for (const [index, calendar] of (seed.calendars ?? []).entries()) {
    for (const [at, { exc_start, exc_end }] of (calendar.exceptions ?? []).entries())
      if (isComparable(exc_start, exc_end) && exc_end < exc_start)
        errors.add(['calendars', index, 'exceptions', at, 'exc_end'], 'The end must not be before the start')
  }
  for (const [index, risk] of (seed.risks ?? []).entries()) check.risk(risk, ['risks', index], null)
  for (const [index, project] of seed.projects.entries()) check.project(project, ['projects', index])
  for (const [index, event] of (seed.events ?? []).entries()) check.event(event, ['events', index])
  if (!errors.isEmpty) return
  const cycle = findSeedCycle(seed)
  if (cycle !== null) errors.add(cycle.place, `Cyclic dependency: ${cycle.path.join(' → ')}`)
}

function isComparable(...dates: string[]): boolean {
  return dates.every((date) => !date.startsWith('A'))
}

function collectNames(seed: SeedDocument, errors: SeedErrors): Names {
  const unique = (rows: readonly object[] | undefined, key: string, place: Place): Set<string> => {
    const seen = new Set<string>()
    for (const [index, row] of (rows ?? []).entries()) {
      const value = (row as Record<string, string>)[key] as string
      if (seen.has(value)) errors.add([...place, index, key], `"${value}" is used twice`)
      seen.add(value)
    }
    return seen
  }
  const projects = new Map<string, ProjectNames>()
  unique(seed.projects, 'slug', ['projects'])
  const risks = unique(seed.risks, 'slug', ['risks'])
  for (const [index, project] of seed.projects.entries()) {
    const place = ['projects', index]
    for (const slug of unique(project.risks, 'slug', [...place, 'risks'])) risks.add(slug)
    projects.set(project.slug, {
      tasks: unique(project.tasks, 'wbs_path', [...place, 'tasks']),
      sprints: unique(project.sprints, 'slug', [...place, 'sprints']),
      labels: unique(project.labels, 'slug', [...place, 'labels']),
      fields: new Map((project.custom_fields ?? []).map((field) => [field.slug, field])),
    })
    unique(project.custom_fields, 'slug', [...place, 'custom_fields'])
    uniqueNames(project.labels, [...place, 'labels'], errors)
    uniqueNames(project.custom_fields, [...place, 'custom_fields'], errors)
    checkOptions(project.custom_fields ?? [], [...place, 'custom_fields'], errors)
  }
  return {
    accounts: unique(seed.accounts, 'slug', ['accounts']),
    calendars: unique(seed.calendars, 'slug', ['calendars']),
    resources: unique(seed.resources, 'slug', ['resources']),
    risks,
    projects,
  }
}

/** Labels of a project are one when their names differ in case only, and so are its fields. */
function uniqueNames(rows: readonly { name: string }[] = [], place: Place, errors: SeedErrors): void {
  const seen = new Set<string>()
  for (const [index, { name }] of rows.entries()) {
    const folded = name.normalize('NFC').toLowerCase()
    if (seen.has(folded)) errors.add([...place, index, 'name'], `"${name}" is used twice`)
    seen.add(folded)
  }
}

class ReferenceCheck {
  readonly #names: Names
  readonly #date: ReturnType<typeof dateKinds>['date']
  readonly #errors: SeedErrors

  constructor(names: Names, version: SeedDocument['schema_version'], errors: SeedErrors) {
    this.#names = names
    this.#date = dateKinds(version === '2.0').date
    this.#errors = errors
  }

  name(kind: 'accounts' | 'calendars' | 'resources', slug: string | null | undefined, place: Place): void {
    if (slug != null && !this.#names[kind].has(slug)) this.#dangling(slug, kind.slice(0, -1), place)
  }

  project(project: SeedProject, place: Place): void {
    const names = this.#names.projects.get(project.slug) as ProjectNames
    this.name('calendars', project.calendar, [...place, 'calendar'])
    this.name('accounts', project.lead, [...place, 'lead'])
    for (const [index, overlay] of (project.calendar_overlays ?? []).entries())
      this.name('calendars', overlay.calendar, [...place, 'calendar_overlays', index, 'calendar'])
    this.#overlays(project, place)
    for (const [index, row] of (project.roster ?? []).entries())
      this.name('resources', row.resource, [...place, 'roster', index, 'resource'])
    this.#tasks(project, names, place)
    for (const [index, link] of (project.dependencies ?? []).entries())
      this.#dependency(link, project.slug, [...place, 'dependencies', index])
    for (const [index, sprint] of (project.sprints ?? []).entries())
      this.#own(names.tasks, 'task', sprint.target_milestone, [...place, 'sprints', index, 'target_milestone'])
    for (const [index, baseline] of (project.baselines ?? []).entries())
      for (const [at, row] of baseline.tasks.entries())
        this.#own(names.tasks, 'task', row.task, [...place, 'baselines', index, 'tasks', at, 'task'])
    for (const [index, risk] of (project.risks ?? []).entries())
      this.risk(risk, [...place, 'risks', index], project.slug)
  }

  #overlays(project: SeedProject, place: Place): void {
    const applied = new Set([project.calendar ?? null])
    for (const [index, { calendar }] of (project.calendar_overlays ?? []).entries()) {
      if (applied.has(calendar))
        this.#errors.add([...place, 'calendar_overlays', index, 'calendar'], 'Each calendar can be applied only once')
      applied.add(calendar)
    }
  }

  #tasks(project: SeedProject, names: ProjectNames, place: Place): void {
    const parents = new Set((project.tasks ?? []).map((task) => parentPath(task.wbs_path, names.tasks)))
    for (const [index, task] of (project.tasks ?? []).entries()) {
      const at = [...place, 'tasks', index]
      this.#constraint(task, parents.has(task.wbs_path), at)
      this.name('accounts', task.assignee, [...at, 'assignee'])
      this.name('calendars', task.calendar, [...at, 'calendar'])
      this.#own(names.sprints, 'sprint', task.sprint, [...at, 'sprint'])
      this.#own(names.tasks, 'task', task.parent_epic, [...at, 'parent_epic'])
      if (task.blocking_task) this.#task(task.blocking_task, project.slug, [...at, 'blocking_task'])
      for (const [row, slug] of (task.labels ?? []).entries())
        this.#own(names.labels, 'label', slug, [...at, 'labels', row])
      for (const [row, assignment] of (task.assignments ?? []).entries())
        this.name('resources', assignment.resource, [...at, 'assignments', row, 'resource'])
      for (const [row, link] of (task.links ?? []).entries()) {
        const target = this.#task(link.target, project.slug, [...at, 'links', row, 'target'])
        if (target === `${project.slug}:${task.wbs_path}`)
          this.#errors.add([...at, 'links', row, 'target'], 'A task cannot be linked to itself')
      }
      this.#fieldValues(task, names.fields, [...at, 'custom_fields'])
      this.#estimate(task.estimate, [...at, 'estimate'])
    }
  }

  #fieldValues(task: SeedTask, fields: ProjectNames['fields'], place: Place): void {
    for (const [slug, value] of Object.entries(task.custom_fields ?? {})) {
      const field = fields.get(slug)
      if (field === undefined) this.#dangling(slug, 'custom field', [...place, slug])
      else {
        const fault = valueFault({ field, accounts: this.#names.accounts, date: this.#date }, value)
        if (fault !== null) this.#errors.add([...place, slug], fault)
      }
    }
  }

  #constraint(
    { constraint_type: kind = 'ASAP', constraint_date: date }: SeedTask,
    isPhase: boolean,
    place: Place,
  ): void {
    const takesDate = kind !== 'ASAP' && kind !== 'ALAP'
    if (takesDate !== (date != null))
      this.#errors.add([...place, 'constraint_date'], takesDate ? `${kind} needs a date` : `${kind} takes no date`)
    if (isPhase && !['ASAP', 'SNET', 'FNLT'].includes(kind))
      this.#errors.add([...place, 'constraint_type'], 'A task with children can be held to SNET or FNLT only')
  }

  #estimate(
    estimate: { optimistic: number | null; most_likely: number | null; pessimistic: number | null } | null | undefined,
    place: Place,
  ): void {
    if (!estimate) return
    const { optimistic, most_likely, pessimistic } = estimate
    if (optimistic === null || most_likely === null || pessimistic === null) return
    if (optimistic > most_likely || most_likely > pessimistic)
      this.#errors.add(place, `Expected ${optimistic} <= ${most_likely} <= ${pessimistic}`)
  }

  #dependency(link: { predecessor: string; successor: string }, home: string, place: Place): void {
    const from = this.#task(link.predecessor, home, [...place, 'predecessor'])
    const to = this.#task(link.successor, home, [...place, 'successor'])
    if (from !== null && from === to) this.#errors.add([...place, 'successor'], 'A task cannot depend on itself')
  }

  risk(risk: SeedRisk, place: Place, home: string | null): void {
    this.name('accounts', risk.owner, [...place, 'owner'])
    for (const [index, ref] of (risk.tasks ?? []).entries()) this.#task(ref, home, [...place, 'tasks', index])
  }

  event(event: SeedEvent, place: Place): void {
    this.name('accounts', event.actor, [...place, 'actor'])
    this.name('accounts', event.assignee, [...place, 'assignee'])
    const [kind, first, ...rest] = event.target.split(':')
    const wanted = EVENT_ACTIONS[event.action]
    if (kind !== wanted || first === undefined) {
      this.#errors.add([...place, 'target'], `${event.action} takes a target that begins with "${wanted}:"`)
      return
    }
    const project = this.#names.projects.get(first)
    const isKnown =
      kind === 'risk'
        ? this.#names.risks.has(first)
        : kind === 'project'
          ? project !== undefined
          : (kind === 'task' ? project?.tasks : project?.sprints)?.has(rest.join(':'))
    if (!isKnown) this.#dangling(event.target, kind, [...place, 'target'])
  }

  /** The task in the form `<project>:<wbs>`, or null when it is not there. */
  #task(ref: string, home: string | null, place: Place): string | null {
    const found = placeOfRef(ref, home)
    if (found === null) {
      this.#errors.add(place, 'Outside a project a task is named as <project-slug>:<wbs>')
      return null
    }
    if (this.#names.projects.get(found.project)?.tasks.has(found.wbs)) return `${found.project}:${found.wbs}`
    this.#dangling(ref, 'task', place)
    return null
  }

  #own(names: ReadonlySet<string>, kind: string, name: string | null | undefined, place: Place): void {
    if (name != null && !names.has(name)) this.#dangling(name, kind, place)
  }

  #dangling(name: string, kind: string, place: Place): void {
    this.#errors.add(place, `The document holds no ${kind} "${name.slice(0, 300)}"`)
  }
}
