// Seen failing when tags were told by their length alone, when `]]` passed, and when a record kept the children of the one before.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { generatePlan } from '../../fixtures/generate/generate-plan.ts'
import { plannerXml } from '../../fixtures/generate/planner-xml.ts'
import { DEFAULT_LIMITS } from '../../importers/plan/import-limits.ts'
import { ImportRefusal } from '../../importers/plan/import-refusal.ts'
import type { RawProject } from '../../importers/plan-file/raw-project.ts'
import { readMspdiCarefully, scanMspdi } from '../../importers/plan-file/xml/read-mspdi.ts'
import { buildScanner } from '../../importers/plan-file/xml/scan/build.ts'
import * as layout from '../../importers/plan-file/xml/scan/layout.ts'
import { loadScanner } from '../../importers/plan-file/xml/scan/load-scanner.ts'
import { mutate, seededRandom } from '../hostile/mutate.ts'
import { caseCount } from '../hostile/survive.ts'
import { scratchFolder } from '../support/scratch-folder.ts'

const corpus = new URL('../../../shared/corpus/planfiles/', import.meta.url)
const harbour = readFileSync(new URL('../../fixtures/plans/harbour.xml', import.meta.url))

/** What the careful reader makes of the bytes: a project, or the code of its refusal. */
function careful(bytes: Uint8Array): RawProject | string {
  try {
    return readMspdiCarefully(bytes, DEFAULT_LIMITS)
  } catch (error) {
    if (error instanceof ImportRefusal) return error.code
    throw error
  }
}

const scanned = (bytes: Uint8Array | string) => scanMspdi(Buffer.from(bytes), DEFAULT_LIMITS)

t.test('the committed scanner is the one that its sources build', async (t) => {
  const folder = scratchFolder('svc-scanner-')
  t.teardown(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'scanner.wasm')
  buildScanner(file)
  const committed = readFileSync(new URL('../../importers/plan-file/xml/scan/build/scanner.wasm', import.meta.url))
  t.ok(readFileSync(file).equals(committed), 'run npm run build:wasm and commit the result')
})

t.test('this machine runs the scanner', async (t) => {
  t.not(loadScanner(), null)
})

t.test('the parts of the memory do not overlap', async (t) => {
  const ends: [string, number, number][] = [
    ['no leaves', layout.NO_LEAVES_ADDRESS + 8, layout.CONSTANTS_ADDRESS],
    ['constants', layout.CONSTANTS_ADDRESS + 64, layout.ATTRIBUTES_ADDRESS],
    ['attributes', layout.ATTRIBUTES_ADDRESS + 8 * (layout.MOST_ATTRIBUTES + 1), layout.NAMES_ADDRESS],
    ['names', layout.NAMES_ADDRESS + layout.NAME_SLOTS * layout.NAME_SLOT_BYTES, layout.NAME_TEXTS_ADDRESS],
    ['texts', layout.NAME_TEXTS_ADDRESS + layout.MOST_NAMES * layout.MOST_NAME_LENGTH, layout.ACTIONS_ADDRESS],
    ['actions', layout.ACTIONS_ADDRESS + 4 * layout.MOST_STATES * layout.MOST_WANTED, layout.LEAF_COUNTS_ADDRESS],
    ['counts', layout.LEAF_COUNTS_ADDRESS + 4 * layout.MOST_STATES, layout.STACK_ADDRESS],
    ['stack', layout.STACK_ADDRESS + layout.OPEN_BYTES * (layout.MOST_DEPTH + 1), layout.WINDOW_ADDRESS],
    ['window', layout.WINDOW_ADDRESS + layout.WINDOW_BYTES + layout.WINDOW_PADDING, layout.MARKS_ADDRESS],
    ['marks', layout.MARKS_ADDRESS + 4 * (layout.WINDOW_BYTES + 64), layout.SUSPICIONS_ADDRESS],
    ['suspicions', layout.SUSPICIONS_ADDRESS + 4 * layout.MOST_SUSPICIONS, layout.RECORDS_ADDRESS],
    ['records', layout.MEMORY_BYTES, layout.MEMORY_PAGES * 65_536],
  ]
  for (const [part, end, limit] of ends) t.ok(end <= limit, `${part}: ${end} of ${limit}`)
  t.ok(layout.MOST_NAMES * 2 <= layout.NAME_SLOTS)
})

const task = (content: string) => `<Project><Tasks><Task><UID>1</UID>${content}</Task></Tasks></Project>`

t.test('forms that are scanned give what the careful reader gives', async (t) => {
  const forms: Record<string, string> = {
    'a declaration and a byte order mark': `\ufeff<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${task('')}`,
    'comments before the root': `<?xml version='1.0'?><!-- a\n > - b --> <!---->\n${task('')}`,
    'entities and characters by number': task(
      '<Name>a &amp; b &lt;c&gt; &quot;d&apos; &#65;&#x42;&#x1F600; &#13;</Name>',
    ),
    'line ends': task('<Name>a\r\nb\rc\n</Name><Notes>\r\n x \r\n</Notes>'),
    'text beyond ASCII': task('<Name>Größe – 日本 😀</Name><Notes>\u00a0x\u2028</Notes>'),
    'the first of two': task('<Name>a</Name><Name>b</Name><WBS/><WBS>1</WBS>'),
    'empty elements': task('<Name/><Notes></Notes><Start /><PredecessorLink/><Baseline></Baseline>'),
    'a prefix':
      '<p:Project xmlns:p="x"><p:Tasks><p:Task><p:UID>1</p:UID><q:Name>a</q:Name></p:Task></p:Tasks></p:Project>',
    attributes: '<Project a="1" b = \'>"\'\n><Tasks x="&lt;"><Task y=""><UID z="1">7</UID></Task></Tasks></Project>',
    comments: '<Project><!-- <Task> > - --><Tasks><!----><Task><UID>1</UID></Task></Tasks><!-- x --></Project>\n ',
    'literal text': task(
      '<Name><![CDATA[a < & &amp; b\r\n]] ]]></Name><Notes> x<!-- & ]] -->y&lt;<![CDATA[<!-- z -->]]><![CDATA[]]></Notes><X><![CDATA[]]></X>',
    ),
    'unknown elements inside each other': task('<A><Name>no</Name><B><C>x</C></B></A><Name>yes</Name>'),
    'records in places where none belong': '<Project><Task><UID>1</UID></Task><Tasks><UID>2</UID></Tasks></Project>',
    'names that begin or end alike': task(
      '<ConstraintDate>2026-01-05T08:00:00</ConstraintDate><ConstraintType>4</ConstraintType><ConstraintTypf>7</ConstraintTypf>' +
        '<DurationFormat>7</DurationFormat><DurationFormatt>9</DurationFormatt><RemainingOvertimeWork>1</RemainingOvertimeWork>' +
        '<RemainingOvertameWork>1</RemainingOvertameWork>',
    ),
    'numbers in every form': task(
      '<ID> 7 </ID><PercentComplete>33.5</PercentComplete><Priority>-500</Priority><OutlineLevel>-0</OutlineLevel>' +
        '<ConstraintType>1234567890123</ConstraintType><Cost>1e2</Cost><CalendarUID>+3</CalendarUID><FixedCost>٣</FixedCost>',
    ),
    'flags in every form': task(
      '<Milestone>true</Milestone><Summary>-1</Summary><Active> 0</Active><Manual>11</Manual>',
    ),
    'dates in every form': task(
      '<Start>2026-02-29T08:00:00</Start><Finish>2026-02-28T24:00:00</Finish><ActualStart>2026-03-01</ActualStart>' +
        '<ActualFinish>2026-03-01T08:00:00Z</ActualFinish><EarlyStart>2026-03-01 08:00:00</EarlyStart>' +
        '<EarlyFinish>2026-03-01T08:00:60</EarlyFinish><LateStart>2026-13-01T08:00:00</LateStart><Deadline>x</Deadline>',
    ),
    'durations in every form': task(
      '<Duration>PT7H59M59S</Duration><ExtendedAttribute><FieldID>188743783</FieldID><Value>-PT8H0M0S</Value></ExtendedAttribute>' +
        '<ExtendedAttribute><FieldID>188743784</FieldID><Value>P1DT0.5H</Value></ExtendedAttribute>' +
        '<ExtendedAttribute><FieldID>188743785</FieldID><Value>PT1234567890H0M0S</Value></ExtendedAttribute>',
    ),
  }
  for (const [name, form] of Object.entries(forms)) {
    const expected = careful(Buffer.from(form))
    t.type(expected, 'object', `${name} is read`)
    t.strictSame(scanned(form), expected, name)
  }
})

t.test('what is out of the ordinary, or wrong, is left to the careful reader', async (t) => {
  const forms = [
    '',
    ' ',
    'x',
    '<Project>',
    '<Project/>x',
    '<Project/><Project/>',
    '<Project></Projekt>',
    '<Plan></Plan>',
    '</Project>',
    `${task('')}<!-- after -->`,
    `<!-- before -- -->${task('')}`,
    `<!-- \u0001 -->${task('')}`,
    `<!-- a --> x ${task('')}`,
    `<?xml version="1.1"?>${task('')}`,
    `<?xml version="1.0' ?>${task('')}`,
    `<?xml version="1.0" encoding="ISO-8859-1"?>${task('')}`,
    ` <?xml version="1.0"?>${task('')}`,
    `\ufeff\ufeff${task('')}`,
    `<!DOCTYPE Project>${task('')}`,
    task('<?pi x?>'),
    task('<Name>a<!-- -- -->b</Name>'),
    task('<Name>a<!-- --><b/></Name>'),
    task('<Name><![CDATA[a]></Name>'),
    '<Project/><![CDATA[a]]>',
    task('a ]]> b <!-- -->'),
    task('<Name>a<b/></Name>'),
    task('<Name>a ]]> b</Name>'),
    task('<Name>a & b</Name>'),
    task('<Name>a &copy; b</Name>'),
    task('<Name>&#0;</Name>'),
    task('<Name>&#xD800;</Name>'),
    task('<Name>&#x110000;</Name>'),
    task('<Name>&#;</Name>'),
    task('<Name>&amp</Name>'),
    task('<Name>\u0007</Name>'),
    task('<Name>\uffff</Name>'),
    task('<Type></Task>'),
    task('<Name>a</Names>'),
    task('<Name>a</name>'),
    task('<Name a="1" a="2">a</Name>'),
    task('<Name a=1>a</Name>'),
    task('<Name a>a</Name>'),
    task('<Name a="<">a</Name>'),
    task('<Name a="1"b="2">a</Name>'),
    task('<1>a</1>'),
    task('<N&>a</N&>'),
    task('< Name>a</Name>'),
    task('<Größe>1</Größe>'),
    task('<!-- a -- b -->'),
    task('<!-- a'),
    task('<Name/ >'),
    task(`<Notes>${'x'.repeat(200_000)}</Notes>`),
    task(Array.from({ length: 600 }, (_, i) => `<N${i}/>`).join('')),
    task('<a>'.repeat(250) + '</a>'.repeat(250)),
    `<Project>${'<Tasks><Task><UID>1</UID></Task></Tasks>'.repeat(2)}`,
  ]
  for (const form of forms) t.equal(scanned(form), null, form.slice(0, 80))
  t.equal(
    scanned(Buffer.concat([Buffer.from('<Project><Name>a'), Buffer.from([0xc3]), Buffer.from('</Name></Project>')])),
    null,
  )
  t.equal(scanned(Buffer.from(`\ufeff${task('')}`, 'utf16le')), null)
})

t.test('a refusal comes from the careful reader alone', async (t) => {
  t.equal(scanMspdi(Buffer.from(task('')), { ...DEFAULT_LIMITS, maxTasks: 0 }), null)
})

t.test('tags, texts, entities and comments may lie across windows', async (t) => {
  const piece =
    '<Task><UID>#</UID><Name>a &amp; ü</Name><!-- <b> --><X><Y>z</Y></X><Notes>a<![CDATA[ <&]] ]]>b</Notes><PredecessorLink><Type>1</Type></PredecessorLink></Task>'
  // As many lengths of padding as the piece is long, so that the end of the window falls on each of its bytes.
  for (let pad = 0; pad <= piece.length; pad += 1) {
    const head = `<Project><Notes>${' '.repeat(layout.WINDOW_BYTES - 60 - pad)}</Notes><Tasks>`
    const text = `${head}${[1, 2, 3].map((uid) => piece.replace('#', String(uid))).join('')}</Tasks></Project>`
    const raw = scanned(text)
    if (raw?.tasks.length !== 3 || raw.links.length !== 3) t.fail(`padding ${pad}`)
    if (pad % 16 === 0) t.strictSame(raw, careful(Buffer.from(text)))
  }
})

const large = plannerXml(generatePlan({ taskCount: 400, oddLinkShare: 0.2, linksPerTask: 1.75 }))

const small = plannerXml(generatePlan({ taskCount: 20, oddLinkShare: 0.2, linksPerTask: 1.75 }))

t.test('a file of many windows is read alike', async (t) => {
  t.strictSame(scanned(large), careful(Buffer.from(large)))
})

t.test('real files are scanned, and give what the careful reader gives', { skip: !existsSync(corpus) }, async (t) => {
  for (const folder of ['mpxj', 'aspose']) {
    for (const name of readdirSync(new URL(`${folder}/`, corpus)).filter((file) => file.endsWith('.xml'))) {
      const bytes = readFileSync(new URL(`${folder}/${name}`, corpus))
      t.strictSame(scanned(bytes), careful(bytes), name)
    }
  }
})

t.test('damaged files: what is scanned equals what the careful reader gives', async (t) => {
  const victims: Uint8Array[] = [harbour, Buffer.from(small)]
  if (existsSync(corpus)) {
    for (const name of readdirSync(new URL('mpxj/', corpus))) {
      if (name.endsWith('.xml')) victims.push(readFileSync(new URL(`mpxj/${name}`, corpus)))
    }
  }
  const differences: string[] = []
  const counts = { scanned: 0, left: 0, refused: 0 }
  for (let seed = 0; seed < caseCount(1000); seed += 1) {
    const random = seededRandom(seed)
    const bytes = damage(
      victims[seed % victims.length] as Uint8Array,
      victims[random(victims.length)] as Uint8Array,
      random,
    )
    const quick = scanned(bytes)
    const slow = careful(bytes)
    if (quick === null) counts[typeof slow === 'string' ? 'refused' : 'left'] += 1
    else if (isSame(quick, slow)) counts.scanned += 1
    else differences.push(`seed ${seed}`)
  }
  t.same(differences, [])
  t.comment(JSON.stringify(counts))
  t.ok(counts.scanned > 100 && counts.refused > 100, 'both outcomes were met')
})

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

const SNIPPETS = [
  '<',
  '>',
  '/',
  '&',
  '&amp;',
  '&#65;',
  '&#1;',
  ']]>',
  '<!-- x -->',
  '<!--',
  '-->',
  '<a>',
  '</a>',
  '<b/>',
  '"',
  ' x="1"',
  '\r\n',
  '\0',
  'ü',
  ':',
  '</Task>',
  '<Task>',
  '<Name>n</Name>',
  '<![CDATA[x]]>',
  '<?x?>',
  '<Type>2</Type>',
  '<!-- -->',
  '&lt;',
  '\n',
  '  ',
  '-1',
  '1e5',
]

/** Damage as in the hostile tests, or a bit of markup put in somewhere, which leaves more files well-formed. */
function damage(bytes: Uint8Array, other: Uint8Array, random: (below: number) => number): Uint8Array {
  if (random(3) === 0) return mutate(bytes, other, random)
  let text = Buffer.from(bytes).toString('latin1')
  for (let times = random(4) === 0 ? 3 : 1; times > 0; times -= 1) {
    const anywhere = random(text.length)
    const at = random(3) === 0 ? anywhere : text.indexOf('>', anywhere) + 1
    text = text.slice(0, at) + SNIPPETS[random(SNIPPETS.length)] + text.slice(at + (random(4) === 0 ? random(8) : 0))
  }
  return Buffer.from(text, 'latin1')
}
