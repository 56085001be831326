// Sheets as people in other countries make them, written before the reader was looked at. Each was read otherwise before.

import t from 'tap'
import { brief, lines, read, workbook } from './read-sheet.ts'

/** Text in a code page of one byte a character. */
function inCodePage(text: string, encoding: string): Uint8Array {
  const all = new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))
  return Uint8Array.from(text, (character) => all.indexOf(character))
}

const dates = (plan: ReturnType<typeof read>['plan']) =>
  plan.tasks.map((task) => [task.planned_start, task.source?.finish?.slice(0, 10) ?? null])

t.test('code pages are told by headers with their accents, and by signs inside words', async (t) => {
  const polish = read(
    inCodePage(lines('Lp.;Zadanie;Data rozpoczęcia;Stan', '1;Wdrożenie;02.03.2026;Zakończone'), 'windows-1250'),
  )
  t.equal(polish.plan.tasks[0]?.name, 'Wdrożenie')
  t.equal(polish.plan.tasks[0]?.percent_complete, 100)
  t.ok(polish.says(/read as windows-1250/))
  const turkish = read(
    inCodePage(lines('Sıra No;Faaliyet;Başlangıç Tarihi', '1;İhtiyaç analizi;02.03.2026'), 'windows-1254'),
  )
  t.equal(turkish.plan.tasks[0]?.name, 'İhtiyaç analizi')
  t.equal(turkish.plan.tasks[0]?.planned_start, '2026-03-02')
  const german = read(inCodePage(lines('Nr;Vorgang;Dauer', '1;Größe prüfen;5'), 'windows-1252'))
  t.equal(german.plan.tasks[0]?.name, 'Größe prüfen')
})

t.test('a title above the header does not hide what separates the columns', async (t) => {
  const { plan } = read(
    lines(
      'Календарный план работ',
      '№ п/п;Наименование работ;Срок начала;Срок окончания;Отметка о выполнении',
      '1;Обзор;01.09.2025;30.09.2025;Выполнено',
      '2;Эксперимент;01.10.2025;31.10.2025;В работе',
    ),
  )
  t.same(dates(plan), [
    ['2025-09-01', '2025-09-30'],
    ['2025-10-01', '2025-10-31'],
  ])
  t.equal(plan.tasks[0]?.percent_complete, 100)
  const comma = read(lines('Plan, Stand März', 'Aufgabe;Dauer', 'Planen;1,5 Tage', 'Bauen;3 Tage'))
  t.same(
    comma.plan.tasks.map(({ name, duration }) => [name, duration]),
    [
      ['Planen', 2],
      ['Bauen', 3],
    ],
  )
})

t.test('years of two digits stand first below Japanese, Chinese and Korean headers', async (t) => {
  const japanese = read(
    lines('タスク名,開始日,終了日', '企画,26/03/02 (月),26/03/13 (金)', '開発,26/03/16 (月),26/04/10 (金)'),
  )
  t.same(dates(japanese.plan), [
    ['2026-03-02', '2026-03-13'],
    ['2026-03-16', '2026-04-10'],
  ])
  t.ok(japanese.says(/begin with the year/))
  t.same(dates(read(lines('작업명,시작일,종료일', '분석,26.3.2,26.3.6')).plan), [['2026-03-02', '2026-03-06']])
  t.same(dates(read(lines('Task,Start,Finish', 'Dig,26/03/02,27/03/02')).plan), [['2002-03-26', '2002-03-27']])
})

t.test('kinds of links by the language of their header', async (t) => {
  const swedish = brief(
    lines('Nr;Aktivitet;Varaktighet;Föregående', '1;A;2 dagar;', '2;B;1 dag;1AS+2 dagar', '3;C;1 dag;2AA'),
  )
  t.same(swedish.links, ['1 FS2 2', '2 FF 3'])
  const polish = brief(lines('Id;Nazwa zadania;Czas trwania;Poprzedniki', '1;A;10 dn;', '2;B;2 tyg.;1ZR+2 dn'))
  t.same(polish.links, ['1 FS2 2'])
  t.same(
    polish.plan.tasks.map(({ duration }) => duration),
    [10, 10],
  )
  t.equal(brief(lines('Nom de la tâche;Durée', 'Terrassement;2 sm')).plan.tasks[0]?.duration, 10)
})

t.test('names of full and of half width are one', async (t) => {
  t.same(brief(lines('タスク名,期間,前工程', 'タスク１,2,', 'タスク２,3,タスク1')).links, ['row-2 FS row-3'])
})

t.test('states of many languages', async (t) => {
  const shares = (header: string, ...states: string[]) =>
    read(lines(`Task;${header}`, ...states.map((state, at) => `T${at};${state}`))).plan.tasks.map(
      ({ percent_complete }) => percent_complete,
    )
  t.same(shares('Statut', 'Fait', 'En cours', 'À faire'), [100, 0, 0])
  t.same(shares('Stan', 'Zakończone', 'W trakcie', 'Nie rozpoczęto'), [100, 0, 0])
  t.same(shares('Durum', 'Tamamlandı', 'Devam ediyor', 'Başlamadı'), [100, 0, 0])
  t.same(shares('Umsetzungsstand', 'abgeschlossen', 'läuft', 'geplant'), [100, 0, 0])
  t.same(shares('ステータス', '完了', '対応中', '未対応'), [100, 0, 0])
})

t.test('a state that says milestone is one, and the end beside 開始 is 完了', async (t) => {
  const { plan } = read(
    lines('作業名,開始,完了,状況', '調査,2026年3月2日,2026年3月4日,完了', '引渡し,2026年3月5日,,マイルストーン'),
  )
  t.same(
    plan.tasks.map((task) => [task.duration, task.percent_complete, task.is_milestone]),
    [
      [3, 100, false],
      [0, 0, true],
    ],
  )
})

t.test('durations that are a finish less its start leave how long rows go on to their dates', async (t) => {
  const { plan, says } = read(
    lines(
      'Aufgaben;Start;Ende;Tage',
      'Einteilung;10.10.2019;16.10.2019;6',
      'Doku;17.10.2019;06.11.2019;20',
      'Server;07.11.2019;20.11.2019;13',
      'Abnahme;21.11.2019;21.11.2019;0',
    ),
  )
  t.same(
    plan.tasks.map(({ duration }) => duration),
    [5, 15, 10, 0],
  )
  t.ok(says(/finishes less their starts/))
})

t.test('hours that do not fill the days between the dates are work', async (t) => {
  const { plan, says } = read(
    lines(
      'Taak;Startdatum;Einddatum;Uren',
      'Plan;2-2-2026;6-2-2026;16',
      'Bouwen;9-3-2026;10-4-2026;160',
      'Oplevering;10-4-2026;10-4-2026;0',
    ),
  )
  t.same(
    plan.tasks.map(({ duration }) => duration),
    [5, 25, 0],
  )
  t.ok(says(/tells work/))
  const full = read(lines('Task,Start,Finish,Hours', 'A,2026-03-02,2026-03-03,16', 'B,2026-03-04,2026-03-06,24'))
  t.notOk(full.says(/tells work/))
})

t.test('hours that were worked are no share of what is done', async (t) => {
  const { fields } = read(lines('Tâche;Temps effectué (h)/ Léa;Début;Fin', 'Analyse;15;08/12/2025;20/12/2025'))
  t.same(fields?.slice(0, 2), ['name', null])
})

t.test('sentences above the columns of a template name no column', async (t) => {
  const help = 'This row contains headers for the project schedule that follows below them. Navigate through the cells.'
  const { plan } = read(lines(`${help},TASK,START,END`, 'Cell B8 contains the first task,Dig,2026-03-02,2026-03-04'))
  t.same(
    plan.receipt.filter(({ code }) => code === 'unknown_predecessor'),
    [],
  )
})

t.test('dates that nothing proves have the day first where their headers are not in English', async (t) => {
  const { plan, says } = read(lines('Taak;Begindatum;Einddatum', 'Bouwen;2-3-2026;6-3-2026'))
  t.same(dates(plan), [['2026-03-02', '2026-03-06']])
  t.ok(says(/day\/month\/year, as in the language of "Begindatum"/))
  const english = read(lines('Task;Start Date;End Date', 'Build;2-3-2026;6-3-2026'))
  t.same(dates(english.plan), [['2026-02-03', '2026-06-03']])
  t.ok(english.says(/month\/day\/year/))
})

t.test('headers with a number in front or a word in brackets behind are what they are without', async (t) => {
  const japanese = read(
    lines('大項目 (工程),中項目 (機能),小項目 (タスク),開始日', '要件,調査,フロー,2026-03-02', ',,一覧,2026-03-03'),
  )
  t.same(
    japanese.plan.tasks.map(({ name }) => name),
    ['要件', '調査', 'フロー', '一覧'],
  )
  const korean = read(lines('① 세부 업무,② 진행 상태', '수집,완료', '분석,진행중'))
  t.same(
    korean.plan.tasks.map((task) => [task.name, task.percent_complete]),
    [
      ['수집', 100],
      ['분석', 0],
    ],
  )
})

t.test('times with units are durations whatever their column is called, and hours are no end', async (t) => {
  const time = read(lines('Aufgabe;Umfang', 'Planen;4 std', 'Realisieren;40 std'))
  t.same(
    time.plan.tasks.map(({ duration }) => duration),
    [1, 5],
  )
  t.ok(time.says(/"Umfang" is taken for duration/))
  t.same(read(lines('Descrizione;tot.[min.];tot[giorni]', 'Scavo;9.6;4')).fields, ['name', null, 'duration'])
  t.equal(read(lines('Aufgaben;Aufwand in h', 'Planen;16')).plan.tasks[0]?.duration, 2)
})

t.test('starts of 0, 2, 5 beside durations are counted from the start of the project', async (t) => {
  const { plan, says } = read(lines('Этап,Старт,Кол-во дней', 'Изучение,0,2', 'ТЗ,2,3', 'Дизайн,5,7'))
  t.same(
    plan.tasks.map((task) => [task.planned_start, task.duration]),
    [
      ['2000-01-03', 2],
      ['2000-01-05', 3],
      ['2000-01-10', 7],
    ],
  )
  t.ok(says(/"Старт" counts days from/))
})

t.test('days beside every start below a word for done are when work ends', async (t) => {
  const { plan } = read(
    lines(
      'Taken;Start;Gereed;Stand van zaken',
      'Inkoop;5 jan 2026;16 jan 2026;gereed',
      'Bouw;19 jan 2026;13 feb 2026;loopt',
    ),
  )
  t.same(
    plan.tasks.map((task) => [task.duration, task.percent_complete]),
    [
      [10, 100],
      [20, 0],
    ],
  )
  const done = read(lines('Task,Start,Completed', 'A,2026-03-02,2026-03-04', 'B,2026-03-05,'))
  t.same(
    done.plan.tasks.map(({ percent_complete }) => percent_complete),
    [100, 0],
  )
})

t.test('Od and Do are from and to', async (t) => {
  const { plan } = read(
    lines(
      'Etap,Zadanie,Od,Do',
      'Remont,Malowanie,2026-02-02,2026-02-13',
      'Remont,Podłogi,2026-02-16,2026-02-27',
      'Start,Otwarcie,2026-03-02,2026-03-02',
    ),
  )
  t.same(dates(plan).slice(1, 3), [
    ['2026-02-02', '2026-02-13'],
    ['2026-02-16', '2026-02-27'],
  ])
})

t.test('weeks below a year in the header are a chart, and no column of weeks', async (t) => {
  const book = await workbook((made) => {
    const sheet = made.addWorksheet('Plan')
    sheet.addRows([['Vorgang', 'Zuständig', '2026'], [null, null, 'KW 10', 'KW 11', 'KW 12'], ['Entwurf'], ['Bau']])
    for (const cell of ['C3', 'D4', 'E4'])
      sheet.getCell(cell).fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FF70AD47' } }
  })
  t.same(
    read(book, 'plan.xlsx').plan.tasks.map((task) => [task.planned_start, task.duration]),
    [
      ['2026-03-02', 5],
      ['2026-03-09', 10],
    ],
  )
})

t.test('weeks, actual starts and ticks as Sweden, France and Brazil write them', async (t) => {
  const swedish = read(
    lines('Aktivitet;Startvecka;Slutvecka;Klart', 'Analys;v.10;v.11;Ja', 'Bygge;v.12;v.14;Nej'),
    'Tidplan 2026.csv',
  )
  t.same(
    swedish.plan.tasks.map((task) => [task.planned_start, task.duration, task.percent_complete]),
    [
      ['2026-03-02', 10, 100],
      ['2026-03-16', 15, 0],
    ],
  )
  const french = read(
    lines('Tâches;Début prévu;Fin prévue;Début réel;% réalisé', 'Recueil;12/01/26;23/01/26;14/01/26;60'),
  )
  t.equal(french.plan.tasks[0]?.actual_start, '2026-01-14')
  const brazilian = read(lines('Atividade;Quando;Feito?', 'Escopo;15/03/2026;Sim', 'Site;30/04/2026;Não'))
  t.same(
    brazilian.plan.tasks.map(({ percent_complete }) => percent_complete),
    [100, 0],
  )
})
