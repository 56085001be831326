// Simple sheets as people make them in ten languages, written before the reader was looked at. Each was read otherwise before.

import t from 'tap'
import { brief, lines, read } from './read-sheet.ts'

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
