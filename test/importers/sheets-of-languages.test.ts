// Simple sheets as people make them in ten languages, written before the reader was looked at. Each was read otherwise before.

import t from 'tap'
import { brief, lines, namedTree, read, workbook } from './read-sheet.ts'

const rowsOf = ({ plan }: ReturnType<typeof brief>) =>
  plan.tasks.map((task) => [task.name, task.duration, task.planned_start, task.source?.finish?.slice(0, 10) ?? null])
const people = ({ plan }: ReturnType<typeof brief>) => plan.resources.map(({ name }) => name)

t.test('works, tasks and people by the words of each language', async (t) => {
  const french = brief(
    lines('Travaux;Intervenant;Date debut;Date fin;Etat', 'Démolition;Dubois;02/03/2026;06/03/2026;a faire'),
  )
  t.same(rowsOf(french), [['Démolition', 5, '2026-03-02', '2026-03-06']])
  t.same(people(french), ['Dubois'])
  const italian = brief(lines('Attività;Referente;Scadenza;Stato', 'Sala;Giulia;06/03/2026;Completato'))
  t.same(people(italian), ['Giulia'])
  const polish = brief(
    lines('Zadanie;Kto;Termin rozpoczęcia;Termin zakończenia;Realizacja [%]', 'Projekt;Nowak;09.03.2026;20.03.2026;30'),
  )
  t.same(rowsOf(polish), [['Projekt', 10, '2026-03-09', '2026-03-20']])
  t.same(people(polish), ['Nowak'])
  t.equal(polish.plan.tasks[0]?.percent_complete, 30)
  const bare = brief(lines('Co;Kto;Na kiedy;Zrobione', 'Plakaty;Ola;13.03.2026;tak'))
  t.equal(bare.plan.tasks[0]?.name, 'Plakaty')
  t.equal(bare.plan.tasks[0]?.source?.finish?.slice(0, 10), '2026-03-13')
  const dutch = brief(lines('Actiepunt;Door;Streefdatum;Afgerond', 'Zaal;Piet;6-3-2026;ja', 'Zaal 2;Els;7-3-2026;nee'))
  t.same(people(dutch), ['Piet', 'Els'])
  t.same(
    dutch.plan.tasks.map(({ percent_complete }) => percent_complete),
    [100, 0],
  )
  const finnish = brief(lines('Tehtävä;Aloituspvm;Lopetuspvm', 'Kaivuu;2.3.2026;6.3.2026'))
  t.same(rowsOf(finnish), [['Kaivuu', 5, '2026-03-02', '2026-03-06']])
  t.same(people(brief(lines('Task,Start,Assignments', 'Dig,2026-03-02,Ann; Ben'))), ['Ann', 'Ben'])
})

t.test('what comes before, by the words of each language', async (t) => {
  const linked = (header: string, cell = 'A') => brief(lines(header, 'A;Plan;2;', `B;Build;3;${cell}`)).links
  for (const header of [
    'Activity;Description;Duration (weeks);Preceding',
    'Code tâche;Désignation;Durée (j);Tâches antérieures',
    'Actividad;Descripción;Tiempo (semanas);Precedente',
    'ID;Lavorazione;Durata;Preced.',
    'Nr;Werkzaamheden;Duur;Voorgangers',
    'ID;Praca;Ile dni;Po czym',
    'ID;Aufgabe;Dauer;Voraussetzung',
  ])
    t.equal(linked(header).length, 1, header)
  t.same(
    brief(lines('Actividad,Descripción,Precedente,Tiempo (semanas)', 'A,Diseñar,-,3', 'B,Comprar,A,2')).plan.tasks.map(
      ({ duration }) => duration,
    ),
    [15, 10],
  )
})

t.test('from and to are a pair of dates in other languages', async (t) => {
  for (const header of ['Tâche;Du;Au', 'Attività;Dal;Al', 'Задача;С;По', 'Uppgift;Från;Till', 'Opgave;Fra;Til'])
    t.same(
      rowsOf(brief(lines(header, 'X1 abc;02.03.2026;06.03.2026'))),
      [['X1 abc', 5, '2026-03-02', '2026-03-06']],
      header,
    )
})

t.test('the day stands first below headers that hold a word of another language', async (t) => {
  for (const header of ['Travaux;Date debut chantier;Date fin', 'Trabajo;Fecha real de comienzo obra;Fin de obra'])
    t.equal(brief(lines(header, 'Mur nord;02/03/2026;06/03/2026')).order, 'dmy', header)
  for (const header of ['Task,Kitchen start,Kitchen end', 'Task,Start,ETA'])
    t.equal(brief(lines(header, 'North wall,02/03/2026,06/03/2026')).order, 'mdy', header)
})

t.test('trades that come again do what the column before them says', async (t) => {
  const house = brief(
    lines(
      'Bauabschnitt;Dauer;Gewerk',
      'Aushub;5;Erdbau Maier',
      'Bodenplatte;4;Rohbau Schmid',
      'Keller;8;Rohbau Schmid',
      'Dach;5;Zimmerei',
    ),
  )
  t.same(
    house.plan.tasks.map(({ name }) => name),
    ['Aushub', 'Bodenplatte', 'Keller', 'Dach'],
  )
  t.same(people(house), ['Erdbau Maier', 'Rohbau Schmid', 'Zimmerei'])
  t.same(brief(lines('Gewerk;Dauer', 'Rohbau;5', 'Dach;4')).plan.tasks[1]?.name, 'Dach')
})

t.test('a day of being done beside each start is an end, whatever else tells shares', async (t) => {
  const dutch = brief(
    lines('Werkzaamheden;Start;Gereed;% gereed', 'Slopen;02-03-2026;04-03-2026;100%', 'Stuc;05-03-2026;11-03-2026;0%'),
  )
  t.same(rowsOf(dutch), [
    ['Slopen', 3, '2026-03-02', '2026-03-04'],
    ['Stuc', 5, '2026-03-05', '2026-03-11'],
  ])
  t.equal(dutch.plan.tasks[0]?.percent_complete, 100)
})

t.test('weeks count from the start that a title names, and bare numbers below KW are weeks of its year', async (t) => {
  const counted = brief(lines('Projektstart: 02.03.2026', '', 'Task,Start wk,End wk', 'Dig,1,2', 'Pour,3,3'))
  t.same(rowsOf(counted), [
    ['Dig', 10, '2026-03-02', '2026-03-15'],
    ['Pour', 5, '2026-03-16', '2026-03-22'],
  ])
  const weeks = brief(lines('Hausbau 2026;KW;Wer', 'Rohbau;12-18;Stein', 'Fenster;19;Glas'))
  t.same(rowsOf(weeks), [
    ['Rohbau', 35, '2026-03-16', '2026-05-03'],
    ['Fenster', 5, '2026-05-04', '2026-05-10'],
  ])
})

t.test('days below a word for how long and until when are ends', async (t) => {
  for (const header of ['Atividade;Início;Prazo', 'Задача;Начало;Срок', 'Tâche;Début;Délai', 'Tarea;Inicio;Plazo']) {
    t.same(rowsOf(brief(lines(header, 'X1 abc;02/03/2026;06/03/2026'))), [['X1 abc', 5, '2026-03-02', '2026-03-06']])
    t.equal(brief(lines(header, 'X1 abc;02/03/2026;3')).plan.tasks[0]?.duration, 3)
  }
})

t.test('states without their accents', async (t) => {
  const { plan } = brief(lines('Tâche;Etat', 'A1 abc;termine', 'B1 abc;a faire', 'C1 abc;realise'))
  t.same(
    plan.tasks.map(({ percent_complete }) => percent_complete),
    [100, 0, 100],
  )
})

t.test('a sheet none of whose rows names a task is refused with a word', async (t) => {
  t.throws(() => read(lines('Task,Start', ',2026-03-02', ',2026-03-03')), {
    code: 'no_name_column',
    detail: /none of 2 rows below line 1 has a task name in column "Task"/,
  })
  t.equal(read(lines('Task,Start')).plan.tasks.length, 0)
})

t.test('plans in the words of Vietnam, Indonesia and Latvia', async (t) => {
  const vietnamese = brief(
    lines(
      'STT,Công việc,Người thực hiện,Ngày bắt đầu,Ngày kết thúc,Công việc trước,Trạng thái',
      '1,Khảo sát,Lan,02/03/2026,06/03/2026,,xong',
      '2,Thiết kế,Minh,ngày 9 tháng 3 năm 2026,13/03/2026,1,chưa bắt đầu',
    ),
  )
  t.same(rowsOf(vietnamese), [
    ['Khảo sát', 5, '2026-03-02', '2026-03-06'],
    ['Thiết kế', 5, '2026-03-09', '2026-03-13'],
  ])
  t.same([vietnamese.links, people(vietnamese)], [['1 FS 2'], ['Lan', 'Minh']])
  const indonesian = brief(
    lines(
      'No,Nama Kegiatan,Penanggung Jawab,Tanggal Mulai,Durasi (hari),Pendahulu,Status',
      '1,Analisis,Budi,2 Maret 2026,5,,Selesai',
      '2,Uji coba,Siti dan Budi,9 Mei 2026,2 minggu,1,Belum mulai',
    ),
  )
  t.same(
    indonesian.plan.tasks.map((task) => [task.name, task.duration, task.percent_complete]),
    [
      ['Analisis', 5, 100],
      ['Uji coba', 10, 0],
    ],
  )
  t.same([indonesian.links, people(indonesian)], [['1 FS 2'], ['Budi', 'Siti']])
  const latvian = brief(
    lines(
      'Nr.p.k.;Uzdevums;Atbildīgais;Sākuma datums;Beigu datums;Ilgums;Iepriekšējais',
      '1;Analīze;Jānis;02.03.2026;06.03.2026;1 ned;',
      '2;Izstrāde;Anna;9. marts 2026;13. marts 2026;5 dienas;1',
    ),
  )
  t.same(rowsOf(latvian), [
    ['Analīze', 5, '2026-03-02', '2026-03-06'],
    ['Izstrāde', 5, '2026-03-09', '2026-03-13'],
  ])
  t.same([latvian.links, people(latvian)], [['1 FS 2'], ['Jānis', 'Anna']])
})

t.test('months in the form that stands in a date', async (t) => {
  for (const [header, date] of [
    ['Úkol;Zahájení;Trvání', '2. března 2026'],
    ['Zadanie;Początek;Dni', '2 marca 2026'],
    ['Tehtävä;Aloitus;Kesto', '2. maaliskuuta 2026'],
    ['Завдання;Початок;Дні', '2 березня 2026 р.'],
    ['Εργασία;Έναρξη;Διάρκεια', '2 Μαρτίου 2026'],
    ['İş;Başlangıç;Süre', '2 Mart 2026'],
    ['Užduotis;Pradžia;Trukmė', '2026 m. kovo 2 d.'],
  ] as const)
    t.same(brief(lines(header, `A;${date};3`)).plan.tasks[0]?.planned_start, '2026-03-02', date)
  const november = brief(lines('Tehtävä;Aloitus;Kesto', 'A;2. marraskuuta 2026;3'))
  t.equal(november.plan.tasks[0]?.planned_start, '2026-11-02', 'November does not begin like March')
  const turkish = brief(lines('İş;Başlangıç;Bitiş', 'A;2 Kasım 2026;4 Aralık 2026'))
  t.same(rowsOf(turkish), [['A', 25, '2026-11-02', '2026-12-04']])
})

t.test('years of Japanese eras', async (t) => {
  const plan = brief(
    lines(
      '番号,概要,担当者,着手日,完了予定日,遅延日数',
      '１,仕様書,山田,令和8年4月1日,令和8年4月3日,2',
      '２,評価,高橋,R8.4.6,R8/4/10,0',
      '３,旧版,高橋,平成31年4月1日,令和元年5月1日,0',
    ),
  )
  t.same(rowsOf(plan), [
    ['仕様書', 3, '2026-04-01', '2026-04-03'],
    ['評価', 5, '2026-04-06', '2026-04-10'],
    ['旧版', 23, '2019-04-01', '2019-05-01'],
  ])
})

t.test('columns that are said to be planned, and levels that are numbered', async (t) => {
  const finnish = brief(
    lines('Tehtävä;Arvioitu aloitus;Arvioitu päättyminen;Arvioitu kesto (päivinä)', 'Runko;2.3.2026;6.3.2026;5'),
  )
  t.same(rowsOf(finnish), [['Runko', 5, '2026-03-02', '2026-03-06']])
  const counted = brief(
    lines('ATTIVITÀ,INIZIO DEL PIANO,DURATA DEL PIANO,INIZIO EFFETTIVO', 'Analisi,1,4,1', 'Bozza,5,2,6'),
  )
  t.same(
    counted.plan.tasks.map(({ duration }) => duration),
    [4, 2],
  )
  const korean = read(
    lines('1단계,2단계,3단계,시작,종료', '기획,조사,설문,2026.03.02,2026.03.04', ',,분석,2026.03.05,2026.03.06'),
  )
  t.same(
    korean.plan.tasks.map(({ name }) => name),
    ['기획', '조사', '설문', '분석'],
  )
  t.same(read(lines('WBS 번호,작업명,기간', '1,분석,', '1.1,수집,3일')).fields?.[0], 'wbs')
})

t.test('the header of a time stands above its ends, beside the days of a chart', async (t) => {
  const plan = brief(
    lines(
      'STT,Công việc,Thời gian thực hiện,,Thời gian (theo ngày),',
      ',,Ngày bắt đầu,Ngày kết thúc,2026-03-02,2026-03-03',
      '1,Khảo sát,2026-03-02,2026-03-03,,',
    ),
  )
  t.same(rowsOf(plan), [['Khảo sát', 2, '2026-03-02', '2026-03-03']])
})

t.test('columns that go on in steps to the right of the names, whatever they are called', async (t) => {
  const german = read(
    lines(
      'Datum;Aktivität;1.Unteraktiviät;2.Unteraktivität;Workload geplant (Std.)',
      '08.10.18 - 14.10.18 (KW 41);Exposé;;;14',
      ';;Idee finden;;',
      ';;;Brainstorming;3',
      ';;;Befragung;3',
      '15.10.18 - 21.10.18 (KW 42);Konzept;;;9',
      ';;Marktrecherche;;9',
    ),
  ).plan
  t.same(namedTree(german), [
    ['Exposé', null],
    ['Idee finden', 'Exposé'],
    ['Brainstorming', 'Idee finden'],
    ['Befragung', 'Idee finden'],
    ['Konzept', null],
    ['Marktrecherche', 'Konzept'],
  ])
  t.equal(german.tasks[0]?.source?.finish?.slice(0, 10), '2018-10-14', 'a week in brackets says again when that is')
  const merged = read(
    lines(
      'Công việc,,Thời gian (Tuần),Phân công',
      'Lập nhóm,,1,Đạt',
      'Thiết kế,Dữ liệu,1,Đạt',
      ',Xử lý,2,Tuấn',
      ',Giao diện,2,Tuấn',
    ),
  ).plan
  t.same(namedTree(merged), [
    ['Lập nhóm', null],
    ['Thiết kế', null],
    ['Dữ liệu', 'Thiết kế'],
    ['Xử lý', 'Thiết kế'],
    ['Giao diện', 'Thiết kế'],
  ])
})

t.test('a head that alone is not indented stands beside those that are', async (t) => {
  const { plan } = read(
    await workbook((book) => {
      const sheet = book.addWorksheet('Plano')
      sheet.addRow(['Tarefa', 'Dias'])
      for (const [name, indent, days] of [
        ['Fase 1', 0, null],
        ['Estudo', 2, 3],
        ['Fase 2', 1, null],
        ['Código', 2, 5],
      ] as const)
        sheet.addRow([name, days]).getCell(1).alignment = { indent }
    }),
    'plano.xlsx',
  )
  t.same(namedTree(plan), [
    ['Fase 1', null],
    ['Estudo', 'Fase 1'],
    ['Fase 2', null],
    ['Código', 'Fase 2'],
  ])
})

t.test('stretches of days as they are written in numbers', async (t) => {
  for (const cell of ['02.-06.03.2026', '02.03.-06.03.2026', '2–6/mar/2026', '02.03.2026 - 06.03.2026 (5 Tage)'])
    t.same(rowsOf(brief(lines('Aufgabe;Zeitraum', `Malen;${cell}`)))[0]?.slice(2), ['2026-03-02', '2026-03-06'], cell)
  const yearless = brief(lines('Plan 2026', '任务,负责人,时间', '设计,王,3月2日-3月6日', '开发,李,3月9日~13日'))
  t.same(
    rowsOf(yearless).map((row) => row.slice(2)),
    [
      ['2026-03-02', '2026-03-06'],
      ['2026-03-09', '2026-03-13'],
    ],
  )
  t.same(brief(lines('Nr;Aufgabe;Dauer;Vorgänger', '1.1;A;2;', '1.2;B;2;1.1')).links, ['1.1 FS 1.2'], 'codes are none')
})

t.test('which day or week is no length', async (t) => {
  const lasts = ({ plan }: ReturnType<typeof brief>) => plan.tasks.map(({ duration }) => duration)
  t.same(lasts(brief(lines('Mês,Semana,Tarefa', '1,1,A', '1,2,B', '2,1,C', '2,2,D'))), [1, 1, 1, 1])
  t.same(lasts(brief(lines('Tâche,1er jour,2e jour', 'A,3,', 'B,,4'))), [1, 1])
})

t.test('a Baltic code page is told by its headers', async (t) => {
  const bytes = Buffer.from(
    [...'Uzdevums;Sākuma datums;Ilgums;Atbildīgais\nDarbs;02.03.2026;5;Jānis\n'].map(
      (letter) => ({ ā: 0xe2, ī: 0xee })[letter] ?? letter.charCodeAt(0),
    ),
  )
  t.same(people(read(bytes) as never), ['Jānis'])
})
