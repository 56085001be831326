import type { ImportLimits } from '../plan/import-limits.ts'
import { ImportRefusal } from '../plan/import-refusal.ts'
import { parseXml, refuseLongText, type XmlAttributes } from '../xml/parse-xml.ts'
import type { IssueLink, TrackerFile, TrackerIssue } from './tracker-issue.ts'

const ITEM_DEPTH = 3
/** Nothing that is read lies deeper than this below an item. */
const MAX_ITEM_PATH = 6
const MAX_LISTED = 1_000

/** Leaves of an item whose text is kept as it stands. */
const TEXT_LEAVES: Readonly<
  Record<string, keyof TrackerIssue & ('key' | 'title' | 'summary' | 'description' | 'type')>
> = { key: 'key', title: 'title', summary: 'summary', description: 'description', type: 'type' }
const MORE_LEAVES: Readonly<Record<string, 'status' | 'due' | 'created' | 'resolved'>> = {
  status: 'status',
  due: 'due',
  created: 'created',
  resolved: 'resolved',
}

/** Streams the items of an export. Comments, histories and attachments are passed over without being kept. */
export function readIssues(bytes: Uint8Array, limits: ImportLimits): TrackerFile {
  const reader = new IssueReader(limits)
  parseXml(bytes, {
    open: (name, attributes) => reader.open(name, attributes),
    text: (text) => reader.text(text),
    close: () => reader.close(),
  })
  return reader.file
}

class IssueReader {
  readonly file: TrackerFile = { issues: [], title: '', total: null, end: null, application: null }
  readonly #limits: ImportLimits
  readonly #path: string[] = []
  #attributes: XmlAttributes = {}
  #text = ''
  #issue: TrackerIssue | null = null
  #linkType = ''
  #direction: IssueLink['direction'] | null = null
  #field = { key: '', name: '', value: '' }
  #linkCount = 0

  constructor(limits: ImportLimits) {
    this.#limits = limits
  }

  open(name: string, attributes: XmlAttributes): void {
    if (this.#path.length === 0 && name !== 'rss') {
      throw new ImportRefusal('unsupported_format', `the root element is ${name.slice(0, 60)}, not rss`)
    }
    this.#path.push(name)
    this.#text = ''
    this.#attributes = attributes
    if (this.#path.length === ITEM_DEPTH && name === 'item') this.#issue = this.#newIssue()
    else if (this.#issue !== null) this.#openInItem(attributes)
    else if (this.#at('rss/channel/issue')) this.#readRange(attributes)
  }

  text(text: string): void {
    if (this.#path.length > ITEM_DEPTH + MAX_ITEM_PATH) return
    this.#text += text
    refuseLongText(this.#text.length)
  }

  close(): void {
    const text = this.#text.replace(/\s+/g, ' ').trim()
    if (this.#issue === null) this.#closeOutside(text)
    else if (this.#path.length === ITEM_DEPTH) this.#issue = null
    else this.#closeInItem(this.#issue, text)
    this.#path.pop()
    this.#text = ''
  }

  #newIssue(): TrackerIssue {
    const { issues } = this.file
    const most = this.#limits.trackerIssues
    if (issues.length >= most) throw new ImportRefusal('too_many_tasks', `the file holds more than ${most} issues`)
    const issue: TrackerIssue = {
      row: issues.length + 1,
      key: '',
      title: '',
      summary: '',
      description: '',
      type: '',
      status: '',
      statusCategory: null,
      parentKey: null,
      epicKey: null,
      subtaskKeys: [],
      assignee: null,
      labels: [],
      estimateSeconds: null,
      storyPoints: '',
      start: '',
      due: '',
      created: '',
      resolved: '',
      links: [],
    }
    issues.push(issue)
    return issue
  }

  #readRange(attributes: XmlAttributes): void {
    this.file.total = wholeOrNull(attributes.total)
    this.file.end = wholeOrNull(attributes.end)
  }

  #closeOutside(text: string): void {
    if (this.#at('rss/channel/title')) this.file.title = text
    else if (this.#at('rss/channel/build-info/version') && text !== '') this.file.application = `Jira ${text}`
  }

  #openInItem(attributes: XmlAttributes): void {
    const place = this.#itemPath()
    if (place === 'customfields/customfield') this.#field = { key: attributes.key ?? '', name: '', value: '' }
    else if (place === 'issuelinks/issuelinktype') {
      this.#linkType = ''
      this.#direction = null
    } else if (place === 'issuelinks/issuelinktype/outwardlinks') this.#direction = 'outward'
    else if (place === 'issuelinks/issuelinktype/inwardlinks') this.#direction = 'inward'
  }

  #closeInItem(issue: TrackerIssue, text: string): void {
    const place = this.#itemPath()
    const textLeaf = Object.hasOwn(TEXT_LEAVES, place) ? TEXT_LEAVES[place] : undefined
    const moreLeaf = Object.hasOwn(MORE_LEAVES, place) ? MORE_LEAVES[place] : undefined
    if (textLeaf !== undefined) issue[textLeaf] ||= textLeaf === 'description' ? this.#text : text
    else if (moreLeaf !== undefined) issue[moreLeaf] ||= text
    else this.#closeStructured(issue, place, text)
  }

  #closeStructured(issue: TrackerIssue, place: string, text: string): void {
    switch (place) {
      case 'statusCategory':
        issue.statusCategory = this.#attributes.key ?? null
        break
      case 'parent':
        issue.parentKey = text === '' ? null : text
        break
      case 'subtasks/subtask':
        if (text !== '' && issue.subtaskKeys.length < this.#limits.trackerIssues) issue.subtaskKeys.push(text)
        break
      case 'timeoriginalestimate':
        issue.estimateSeconds = wholeOrNull(this.#attributes.seconds)
        break
      case 'assignee':
        issue.assignee = assigneeOf(this.#attributes, text)
        break
      case 'labels/label':
      case 'component':
        if (text !== '' && issue.labels.length < MAX_LISTED) issue.labels.push(text)
        break
      case 'issuelinks/issuelinktype/name':
        this.#linkType = text
        break
      case 'issuelinks/issuelinktype/outwardlinks/issuelink/issuekey':
      case 'issuelinks/issuelinktype/inwardlinks/issuelink/issuekey':
        this.#takeLink(issue, text)
        break
      case 'customfields/customfield/customfieldname':
        this.#field.name = text
        break
      case 'customfields/customfield/customfieldvalue':
      case 'customfields/customfield/customfieldvalues/customfieldvalue':
        this.#field.value ||= text
        break
      case 'customfields/customfield':
        takeCustomField(issue, this.#field)
        break
    }
  }

  #takeLink(issue: TrackerIssue, otherKey: string): void {
    if (this.#direction === null || otherKey === '') return
    this.#linkCount += 1
    // Each link is said twice when both ends are in the file.
    if (this.#linkCount > 2 * this.#limits.maxLinks) {
      throw new ImportRefusal('too_many_links', `the file holds more than ${this.#limits.maxLinks} links`)
    }
    issue.links.push({ typeName: this.#linkType, direction: this.#direction, otherKey })
  }

  #at(path: string): boolean {
    return this.#path.length <= 4 && this.#path.join('/') === path
  }

  #itemPath(): string {
    return this.#path.length > ITEM_DEPTH + MAX_ITEM_PATH ? '' : this.#path.slice(ITEM_DEPTH).join('/')
  }
}

function takeCustomField(issue: TrackerIssue, field: { key: string; name: string; value: string }): void {
  if (field.value === '') return
  const name = field.name.toLowerCase()
  if (field.key.endsWith(':gh-epic-link') || name === 'epic link') issue.epicKey ??= field.value
  else if (['start date', 'target start', 'planned start'].includes(name)) issue.start ||= field.value
  else if (['due date', 'target end', 'planned end'].includes(name)) issue.due ||= field.value
  else if (['story points', 'story point estimate'].includes(name)) issue.storyPoints ||= field.value
}

/** An export names nobody by `-1`. The account's own id tells apart people of one name. */
function assigneeOf(attributes: XmlAttributes, name: string): TrackerIssue['assignee'] {
  const id = attributes.accountid ?? attributes.username ?? ''
  return id === '-1' || name === '' ? null : { id: id === '' ? name : id, name }
}

function wholeOrNull(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null
}
