import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { commands } from '../../../api/cli/command-table.ts'
import { svc } from '../../support/svc-command.ts'
import { PLAN } from './three-tasks.ts'

const has = (program: string): boolean => {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

t.test('help explains every option of every command with its values and default', async (t) => {
  for (const { name, options } of commands) {
    const { stdout } = await svc(['help', ...name.split(' ')])
    const text = stdout.replace(/\s+/g, ' ')
    for (const [option, { summary, fallback, values }] of Object.entries(options)) {
      t.ok(text.includes(`--${option} `) && text.includes(summary), `${name} --${option}`)
      if (fallback !== undefined) t.ok(text.includes(`(default: ${fallback})`), `${name} --${option} has its default`)
      for (const value of values ?? []) t.ok(text.includes(value), `${name} --${option} ${value}`)
    }
  }
})

t.test('what was meant is suggested for commands, options, values and columns', async (t) => {
  const asked: [string[], RegExp][] = [
    [['shedule', 'plan.xml'], /no command "shedule"; did you mean "schedule"\?/],
    [['user'], /no command "user"; did you mean "user create"\?/],
    [['schedule', '-', '--colums', 'id'], /schedule has no option --colums; did you mean --columns\?/],
    [['convert', 'a.mpp', '--to', 'mspd'], /--to is "mspd", not one of .*; did you mean mspdi\?/],
    [['schedule', '-', '--columns', 'id,early_finsh'], /--columns has no "early_finsh"; did you mean early_finish\?/],
    [['explain', '-', 'B', '--quantity', 'total_flot'], /did you mean total_float\?/],
    [['api', 'now'], /api takes no arguments, but there is "now"/],
  ]
  for (const [args, expected] of asked)
    t.match(await svc(args, ''), { code: 2, stdout: '', stderr: expected }, args.join(' '))
})

t.test('what keeps a file from being read or written is said in a sentence, without codes', async (t) => {
  const folder = t.testdir({ 'plan.json': JSON.stringify(PLAN), 'broken.json': '{"format":', kept: 'as it was' })
  const at = (name: string) => path.join(folder, name)
  t.match(await svc(['schedule', at('none.mpp'), '--no-json']), {
    code: 2,
    stderr: /cannot read .*none\.mpp: there is no such file or folder; look at its name/,
  })
  t.match(await svc(['schedule', at('none.ndjson'), '--ndjson']), {
    code: 2,
    stderr: /cannot read .*none\.ndjson: there is no/,
  })
  t.match(await svc(['lint', folder, '--no-json']), { code: 2, stderr: /it is a folder; name a file in it/ })
  t.match(await svc(['convert', at('plan.json'), '--to', 'csv', '--out', at('no/where.csv')]), {
    code: 2,
    stderr: /cannot write .*where\.csv: the folder it is to stand in does not exist; make it/,
  })
  t.notMatch(
    (await svc(['schedule', at('none.mpp'), '--no-json'])).stderr,
    /usage:/,
    'how the command is called was right',
  )
  for (const command of ['schedule', 'simulate', 'lint']) {
    const { code, stdout } = await svc([command, at('none.mpp'), '--json'])
    t.equal(code, 2)
    const { error } = JSON.parse(stdout)
    t.match(error, { code: 'unreadable_file', detail: /there is no such file/, file: at('none.mpp') }, command)
  }
  const nothing = await svc(['schedule', '-', '--no-json'], '')
  t.match(nothing, { code: 2, stderr: 'standard input is empty: pipe a plan into the command' })
  const refused = await svc(['schedule', at('broken.json')])
  t.equal(JSON.parse(refused.stdout).error.file, at('broken.json'), 'the error names the file')
  const kept = await svc(['convert', at('broken.json'), '--to', 'csv', '--out', at('kept')])
  t.match(kept, { code: 2, stderr: /broken\.json refused \(/ })
  t.equal(readFileSync(at('kept'), 'utf8'), 'as it was', 'a refused file writes over nothing')
  const many = await svc(['convert', at('plan.json'), at('none.mpp'), '--out-dir', at('out')])
  t.match(many, { code: 2, stderr: /1 of 2 files converted, 1 refused/ })
  t.match(JSON.parse(readFileSync(at('out/none.mpp.json'), 'utf8')).error, {
    code: 'unreadable_file',
    detail: /there is no such file/,
    file: at('none.mpp'),
  })
})

t.test('a refused file is told with its cause and what to do', async (t) => {
  const cyclic = [
    { predecessor: 'A', successor: 'B' },
    { predecessor: 'B', successor: 'A' },
  ]
  const folder = t.testdir({
    'empty.mpp': '',
    'text.mpp': 'hello',
    'names.csv': 'a,b\n1,2\n',
    'circle.json': JSON.stringify({ ...PLAN, dependencies: cyclic }),
  })
  const asked: [string, RegExp][] = [
    ['empty.mpp', /empty\.mpp refused \(empty_file\): .*\. .*export it again\./],
    ['text.mpp', /text\.mpp refused \(unsupported_format\): .*\. Export the plan again in a known format/],
    ['names.csv', /names\.csv refused \(no_\w+\): .*\. \w/],
    ['circle.json', /circle\.json refused \(cyclic_dependency\): .*\. Remove one of the links/],
  ]
  for (const [name, expected] of asked)
    t.match(await svc(['schedule', path.join(folder, name), '--no-json']), { code: 2, stderr: expected }, name)
})

t.test('an option without its value is told in our own words', async (t) => {
  t.match(
    (await svc(['simulate', '-', '--runs', '-5'], '')).stderr,
    /^--runs needs a value; one that begins with a dash is/,
  )
  t.match((await svc(['simulate', '-', '--runs'], '')).stderr, /^--runs needs a value\n/)
  t.match((await svc(['schedule', '-', '--names=yes'], '')).stderr, /^--names takes no value\n/)
})

t.test('bash completes commands, options and values', async (t) => {
  const script = path.join(t.testdir(), 'svc.bash')
  writeFileSync(script, (await svc(['completion', 'bash'])).stdout)
  const complete = (...words: string[]) =>
    execFileSync(
      'bash',
      [
        '-c',
        `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _svc; printf '%s\\n' "\${COMPREPLY[@]}"`,
        '-',
        script,
        ...words,
      ],
      { encoding: 'utf8' },
    )
      .trim()
      .split('\n')
  t.same(complete('svc', 'sch'), ['schedule'])
  t.same(complete('svc', 'schedule', '--co'), ['--columns'])
  t.same(complete('svc', 'convert', '--to', 'ms'), ['mspdi'])
  t.same(complete('svc', 'simulate', '--unc'), ['--uncertainty'])
  t.same(complete('svc', 'completion', 'z'), ['zsh'])
  t.match(await svc(['completion', 'tcsh']), { code: 2, stderr: /bash, zsh or fish/ })
})

for (const shell of ['zsh', 'fish']) {
  t.test(`${shell} takes its script`, { skip: has(shell) ? false : `${shell} is not installed` }, async (t) => {
    const script = path.join(t.testdir(), `svc.${shell}`)
    writeFileSync(script, (await svc(['completion', shell])).stdout)
    t.doesNotThrow(() => execFileSync(shell, ['-n', script]))
  })
}

t.test('the manual tells what help tells', async (t) => {
  const { code, stdout } = await svc(['manual'])
  t.equal(code, 0)
  for (const { name, options } of commands) {
    t.match(stdout, `.SS "svc ${name}`)
    for (const option of Object.keys(options)) t.match(stdout, `.B "\\-\\-${option.replaceAll('-', '\\-')}`)
  }
  t.notMatch(stdout, /^\.(?!TH|SH|SS|TP|PP|B|I|RS|RE|nf|fi)/m, 'no line is taken for a request that it is not')
})

t.test('draw writes the same picture for the same plan, and the forecast for the same seed', async (t) => {
  const plan = JSON.stringify(PLAN)
  const [one, two] = [await svc(['draw', '-'], plan), await svc(['draw', '-'], plan)]
  t.match(one, { code: 0, stdout: /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[\s\S]*Dig[\s\S]*<\/svg>\n$/ })
  t.equal(one.stdout, two.stdout)
  const cut = await svc(['draw', '-', '--rows', '2'], plan)
  t.match(cut.stdout, /the first 2 of 3 rows/)
  const forecast = ['draw', '-', '--picture', 'forecast', '--uncertainty', '-10%/+30%', '--runs', '200']
  const [first, again] = [await svc(forecast, plan), await svc(forecast, plan)]
  t.match(first, { code: 0, stdout: /P80/ })
  t.equal(first.stdout, again.stdout)
})

t.test('draw knows all five pictures, in a scheme, a width and a range, each the same for the same plan', async (t) => {
  const staffed = {
    ...PLAN,
    resources: [
      { id: 'ann', name: 'Ann', max_units: 1 },
      { id: 'crane', name: 'Crane', type: 'material' },
    ],
    assignments: [
      { task: 'A', resource: 'ann', units: 1 },
      { task: 'B', resource: 'ann', units: 4 },
      { task: 'A', resource: 'crane', units: 1 },
    ],
  }
  const plan = JSON.stringify(staffed)
  const draw = (...asked: readonly string[]) => svc(['draw', '-', '--picture', ...asked], plan)
  const vary = ['--uncertainty', '-10%/+60%', '--runs', '200']
  const shows = { gantt: /Dig/, network: /3 tasks, 2 links/, load: /Ann/, forecast: /P80/, tornado: /critical ×/ }
  for (const [picture, shown] of Object.entries(shows)) {
    const [one, two] = [
      await draw(picture, ...vary, '--scheme', 'dark'),
      await draw(picture, ...vary, '--scheme', 'dark'),
    ]
    t.match(one, { code: 0, stdout: shown }, picture)
    t.equal(one.stdout, two.stdout, picture)
    t.notMatch(one.stdout, /prefers-color-scheme|--paper:#fff/, picture)
    if (picture !== 'network')
      t.match((await draw(picture, '--width', '700')).stdout, /^<svg[^>]* width="700"/, picture)
  }
  const load = (await draw('load')).stdout
  // Two days off come before the three days of the second task, at four times the time there is: 3 of 5 days.
  t.match(load, /Ann, 2026-W02: 100 %[\s\S]*Ann, 2026-W03: 240 %/)
  t.notMatch(load, /Crane/, 'no machine is a person')
  t.match((await draw('load', '--from', '2026-01-05', '--to', '2026-01-09')).stdout, /the work goes on to 2026-W03/)
  const cut = (await draw('gantt', '--from', '2026-01-05', '--to', '2026-01-09')).stdout
  t.match(cut, /Dig/)
  t.notMatch(cut, /Pour/)
  for (const [line, said] of [
    [['tornado', '--from', '2026-01-05', '--to', '2026-01-09'], /choose days of gantt and load/],
    [['gantt', '--from', '2026-01-05'], /are given together/],
    [['gantt', '--from', '2026-01-09', '--to', '2026-01-05'], /is after --to/],
    [['network', '--width', '700'], /as wide as its boxes/],
    [['gantt', '--width', 'abc'], /not a whole number of pixels from 320 to 8000/],
    [['gantt', '--scheme', 'pink'], /not one of auto, light, dark/],
  ] as const) {
    t.match(await draw(...line), { code: 2, stdout: '', stderr: said })
  }
  const nobody = await svc(['draw', '-', '--picture', 'load'], JSON.stringify(PLAN))
  t.match(nobody, { code: 2, stderr: /assigns nobody to a task with dates, so there is no load to draw/ })
})

t.test('draw writes PNG by the ending of the file, and names what it writes for another', async (t) => {
  const plan = JSON.stringify(PLAN)
  const folder = t.testdir({})
  const at = (name: string) => path.join(folder, name)
  const drawn = [
    await svc(['draw', '-', '--out', at('a.png')], plan),
    await svc(['draw', '-', '--out', at('b.png')], plan),
  ]
  const isThere = existsSync(new URL('../../../node_modules/@resvg/resvg-js', import.meta.url))
  if (isThere) {
    t.strictSame(
      drawn.map(({ code }) => code),
      [0, 0],
      String(drawn[0]?.stderr),
    )
    const bytes = readFileSync(at('a.png'))
    t.equal(bytes.subarray(1, 4).toString(), 'PNG')
    t.ok(bytes.equals(readFileSync(at('b.png'))), 'the same plan gives the same bytes')
    const tasks = Array.from({ length: 3_000 }, (_, at) => ({ id: `t${at}`, name: `Pile ${at}`, duration: 2 }))
    const tall = JSON.stringify({ ...PLAN, tasks, dependencies: [] })
    const refused = await svc(['draw', '-', '--rows', '3000', '--out', at('tall.png')], tall)
    t.match(refused, { code: 2, stderr: /could not be read as PNG: take it as SVG, or draw fewer rows/ })
    t.notOk(existsSync(at('tall.png')))
    t.equal((await svc(['draw', '-', '--out', at('tall.png')], tall)).code, 0, 'in the rows that are drawn unasked')
  } else t.match(drawn[0], { code: 2, stderr: /npm install @resvg\/resvg-js/ })
  t.match(await svc(['draw', '-', '--out', at('a.gif')], plan), { code: 2, stderr: /draw writes \.svg and \.png/ })
})
