// The same plan in every form that writers give it, and what is refused.
import { readFileSync } from 'node:fs'
import t from 'tap'
import { ImportRefusal } from '../../importers/plan/import-refusal.ts'
import { readPlan } from '../../importers/read-plan.ts'

const xml = readFileSync(new URL('../../fixtures/plans/harbour.xml', import.meta.url), 'utf8')
const expected = readPlan(Buffer.from(xml), 'harbour.xml')

function refusalOf(bytes: Uint8Array, name = 'plan.xml', limits = {}): string {
  try {
    readPlan(bytes, name, { limits })
  } catch (error) {
    if (error instanceof ImportRefusal) return error.code
    throw error
  }
  return 'read'
}

const utf16 = (text: string, littleEndian: boolean): Buffer => {
  const bytes = Buffer.from(text, 'utf16le')
  return littleEndian ? bytes : bytes.swap16()
}

t.test('encodings, marks, namespaces and CDATA do not change the plan', async (t) => {
  const undeclared = xml.replace(/<\?xml[^>]*\?>\s*/, '')
  const forms: Record<string, Buffer> = {
    'UTF-8 with a mark': Buffer.from(`\ufeff${xml}`),
    'UTF-16 little endian with a mark': utf16(`\ufeff${undeclared}`, true),
    'UTF-16 big endian with a mark': utf16(`\ufeff${undeclared}`, false),
    'UTF-16 little endian without a mark': utf16(xml.replace('UTF-8', 'UTF-16'), true),
    'no declaration': Buffer.from(undeclared),
    'no namespace': Buffer.from(xml.replace(/ xmlns="[^"]*"/, '')),
    'another namespace': Buffer.from(xml.replace('microsoft.com/project', 'microsoft.com/project/2003')),
    'a prefix on every element': Buffer.from(xml.replace(/<(\/?)([A-Z])/g, '<$1ms:$2').replace('xmlns=', 'xmlns:ms=')),
    CDATA: Buffer.from(xml.replace('Survey &amp; soundings', '<![CDATA[Survey & soundings]]>')),
    'Windows line ends': Buffer.from(xml.replaceAll('\n', '\r\n')),
  }
  for (const [form, bytes] of Object.entries(forms)) t.same(readPlan(bytes, 'harbour.xml'), expected, form)
})

t.test('Latin-1 declared by the file is read as such', async (t) => {
  const text =
    '<?xml version="1.0" encoding="ISO-8859-1"?><Project><Tasks><Task><UID>1</UID><Name>größer</Name></Task></Tasks></Project>'
  t.equal(readPlan(Buffer.from(text, 'latin1'), 'a.xml').tasks[0]?.name, 'größer')
})

t.test('each kind of unusable file has its own refusal', async (t) => {
  t.equal(refusalOf(Buffer.alloc(0)), 'empty_file')
  t.equal(refusalOf(Buffer.from('<rss version="0.92"><channel/></rss>')), 'no_tasks', 'a tracker export without items')
  t.equal(refusalOf(Buffer.from('<Workbook/>')), 'unsupported_format')
  const brokenContainer = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0])
  t.match(refusalOf(brokenContainer, 'plan.mpp'), /^(unreadable_file|unsupported_format)$/)
  t.equal(refusalOf(Buffer.from('hello'), 'plan.mpp'), 'unsupported_format')
  t.equal(refusalOf(Buffer.from(xml.slice(0, 5000))), 'unreadable_file', 'cut off')
  t.equal(refusalOf(Buffer.from('<Project><Tasks></Project>')), 'unreadable_file', 'tags that do not match')
  t.equal(
    refusalOf(
      Buffer.concat([
        Buffer.from('<Project><Name>'),
        Buffer.from([0xff, 0xfe, 0xfd]),
        Buffer.from('</Name></Project>'),
      ]),
    ),
    'unreadable_file',
  )
  t.equal(refusalOf(Buffer.from('<?xml version="1.0" encoding="EBCDIC"?><Project/>')), 'unsupported_encoding')
  t.equal(refusalOf(Buffer.from(xml), 'plan.xml', { planFileBytes: 100 }), 'too_large')
})

t.test('caps refuse the whole file and name what is too many', async (t) => {
  t.equal(refusalOf(Buffer.from(xml), 'plan.xml', { maxTasks: 3 }), 'too_many_tasks')
  t.equal(refusalOf(Buffer.from(xml), 'plan.xml', { maxLinks: 3 }), 'too_many_links')
  t.equal(refusalOf(Buffer.from(xml), 'plan.xml', { maxResources: 3 }), 'too_many_resources')
  t.equal(refusalOf(Buffer.from(xml), 'plan.xml', { maxAssignments: 2 }), 'too_many_assignments')
  t.equal(refusalOf(Buffer.from(xml), 'plan.xml', { maxCalendars: 2 }), 'too_many_calendars')
  t.equal(refusalOf(Buffer.from(xml), 'plan.xml', { maxExceptions: 3 }), 'too_many_exceptions')
})

t.test('values that make no sense are left out, and the rest of the plan stands', async (t) => {
  const odd =
    '<Project><Tasks><Task><UID>1</UID><Name>a</Name><Start>2026-99-99T08:00:00</Start><Duration>soon</Duration>' +
    '<PercentComplete>1e999</PercentComplete><OutlineLevel>-5</OutlineLevel><ConstraintType>42</ConstraintType>' +
    '<PredecessorLink><PredecessorUID>none</PredecessorUID></PredecessorLink></Task>' +
    '<Task><UID>1</UID><Name>again</Name></Task><Task><Name>no uid</Name></Task></Tasks></Project>'
  const plan = readPlan(Buffer.from(odd), 'odd.xml')
  t.equal(plan.tasks.length, 1)
  t.match(plan.tasks[0], { name: 'a', duration: 1, percent_complete: 0, planned_start: null })
  t.equal(plan.tasks[0]?.source?.start, null)
})

t.test('the receipt is bounded and says what it left off', async (t) => {
  const tasks = Array.from(
    { length: 30 },
    (_, i) => `<Task><UID>${i + 1}</UID><Name>t</Name><Duration>PT1H0M0S</Duration></Task>`,
  )
  const plan = readPlan(Buffer.from(`<Project><Tasks>${tasks.join('')}</Tasks></Project>`), 'a.xml', {
    limits: { maxReceiptEntries: 5 },
  })
  t.equal(plan.receipt.length, 6)
  t.match(plan.receipt.at(-1), { code: 'more_entries', message: /^and \d+ more$/ })
})
