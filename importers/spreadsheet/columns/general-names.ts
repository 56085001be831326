import { exactHeader, isBelowTasks, normaliseHeader, partialFields } from './header-fields.ts'
import { list } from './header-spellings.ts'

// Headers of names that say nothing of what is named, and those that are words for work.

/** Headers for the names of whatever a table is about. All others that name tasks are words for work. */
const OF_ANYTHING = new Set(
  list(`Name, Title, Item, Item Name, Event, Event Name, Summary, Subject, Description, Topic, Session, Action, What, Operation, Job, Feature, Product, Detail, Service, Services, Tool, Problem
    Bezeichnung, Titel, Leistung, Was, Nom, Libellé, Intitulé, Désignation, Titre, Quoi, Nombre, Título, Concepto, Asunto, Partida, Qué, Nome, O que, Titolo, Cosa, Naam, Wat
    Название, Наименование, Операция, Что, Nimi, Назва, Denumire, Nazwa, Co, Název, Benämning, Vad, Navn, Hvad, Hva, Ad, Όνομα
    項目, 件名, 名前, 名称, 名稱, 이름, 事项, Tên, Nama`).map(normaliseHeader),
)

/** Whether a header names whatever a table is about. */
export const isOfAnything = (header: string) => OF_ANYTHING.has(normaliseHeader(header))

/** Whether a header is a word for work: `Task`, `Activity description`, `milestone_name`. */
export function namesWork(header: string): boolean {
  const whole = exactHeader(header)
  if (whole?.field === 'milestone' || isBelowTasks(header) || (whole?.field === 'wbs' && WORK.test(header))) return true
  if (whole?.field === 'name') return !isOfAnything(header)
  return partialFields(header).includes('name') && WORK.test(header)
}
const WORK =
  /task|activit|sprint|milestone|deliverable|work|action item|story|epic|to-?do|step|initiative|requirement|phase|aufgabe|vorgang|tâche|tarea|tarefa|attività|taak|задач|работ|作業|タスク|任务|任務|工作|작업|업무/iu
