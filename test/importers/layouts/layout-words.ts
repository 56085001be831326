// What people write above the columns of their plans and in their cells, by language; the plainest word first.

export type Column =
  | 'id'
  | 'wbs'
  | 'level'
  | 'name'
  | 'start'
  | 'finish'
  | 'due'
  | 'range'
  | 'duration'
  | 'percent'
  | 'state'
  | 'people'
  | 'predecessors'
  | 'milestone'
  | 'notes'

const parts = (text: string) => text.split('|').map((part) => part.trim())

export type Language = Readonly<{
  headers: Readonly<Record<Column, readonly string[]>>
  days: readonly [string, string, string]
  weeks: readonly [string, string]
  hours: string
  states: readonly [string, string, string]
  yes: string
  total: string
  project: string
  week: string
  months: readonly string[]
  verbs: readonly string[]
  things: readonly string[]
  phases: readonly string[]
}>

const language = (text: Record<Column, string>, more: Omit<Language, 'headers'>): Language => ({
  headers: Object.fromEntries(Object.entries(text).map(([column, words]) => [column, parts(words)])) as never,
  ...more,
})

export const LANGUAGES = {
  en: language(
    {
      id: 'ID|No.|#|Task ID|Nr|Ref|Item #|S/N|Sr. No.',
      wbs: 'WBS|WBS Code|Outline Number|WBS No.|Outline',
      level: 'Level|Outline Level|Indent|WBS Level',
      name: 'Task|Task Name|Activity|Name|Description|Work Item|Deliverable|Task / Activity|What|Item|Step|Action Item|TASK NAME|Activities|Job',
      start: 'Start|Start Date|Begin|Planned Start|From|Start date (planned)|Begins|Start On|START|Est. Start',
      finish:
        'Finish|End|End Date|Finish Date|Planned Finish|To|Ends|Target End Date|Completion Date|END|Est. Finish|Until',
      due: 'Due Date|Deadline|Due|By When|Target Date|Due By|Complete by|Needed by',
      range: 'Dates|When|Period|Timeline|Timeframe|Date Range|Schedule',
      duration:
        'Duration|Days|Duration (days)|Dur.|Length (days)|Working days|No. of days|Planned duration|Work days|Days required',
      percent: '% Complete|Progress|% done|Percent Complete|Completion|Complete (%)|Done %|Pct|% Completed',
      state: 'Status|State|Task Status|Progress status|Current status',
      people:
        'Owner|Assigned To|Responsible|Resource|Who|Assignee|Resource Names|Lead|Person responsible|Team|Accountable|Resources',
      predecessors: 'Predecessors|Depends on|Predecessor|Dependencies|Dependency|Pred.|After|Preceded by|Prerequisite',
      milestone: 'Milestone|Is Milestone|Milestone?|MS',
      notes: 'Notes|Comments|Remarks|Comment',
    },
    {
      days: ['d', 'days', 'day'],
      weeks: ['w', 'weeks'],
      hours: 'h',
      states: ['Not Started', 'In Progress', 'Done'],
      yes: 'Yes',
      total: 'Total',
      project: 'Project',
      week: 'Week',
      months: parts('Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec'),
      verbs: parts('Review|Order|Install|Test|Prepare|Document|Approve'),
      things: parts('foundations|user guide|pump station|login page|cable trays|site office|budget'),
      phases: parts('Planning|Design|Construction|Handover|Procurement|Closing'),
    },
  ),
  de: language(
    {
      id: 'Nr.|ID|Lfd. Nr.|Pos.|Vorgangs-Nr.',
      wbs: 'PSP|PSP-Code|Gliederung|Gliederungsnummer',
      level: 'Ebene|Gliederungsebene|Stufe',
      name: 'Vorgang|Aufgabe|Arbeitspaket|Tätigkeit|Bezeichnung|Vorgangsname|Maßnahme|Was|Arbeitsschritt|Thema',
      start: 'Anfang|Start|Beginn|Startdatum|Von|Geplanter Start|Starttermin|ab',
      finish: 'Ende|Enddatum|Bis|Fertig|Endtermin|Geplantes Ende|Abschluss',
      due: 'Termin|Fällig am|Deadline|Bis wann|Fälligkeit|Fälligkeitsdatum',
      range: 'Zeitraum|Termin|Wann',
      duration: 'Dauer|Dauer (Tage)|Tage|Dauer in Tagen|Arbeitstage|Dauer [d]',
      percent: '% abgeschlossen|Fortschritt|Fertigstellungsgrad|Erledigt %|Fortschritt in %',
      state: 'Status|Stand|Bearbeitungsstand|Zustand',
      people: 'Verantwortlich|Zuständig|Wer|Ressourcen|Bearbeiter|Verantwortliche|Person',
      predecessors: 'Vorgänger|Abhängig von|Abhängigkeit|Vorgänger-Nr.|Voraussetzung',
      milestone: 'Meilenstein|Meilenstein?|MS',
      notes: 'Bemerkung|Anmerkungen|Kommentar|Notizen',
    },
    {
      days: ['T', 'Tage', 'Tag'],
      weeks: ['Wo', 'Wochen'],
      hours: 'Std.',
      states: ['Offen', 'In Arbeit', 'Erledigt'],
      yes: 'Ja',
      total: 'Summe',
      project: 'Projekt',
      week: 'KW',
      months: parts('Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez'),
      verbs: parts('Prüfung|Lieferung|Einbau|Abnahme|Vorbereitung|Freigabe|Planung der'),
      things: parts('Fenster|Heizung|Unterlagen|Rohre|Server|Anlage|Bodenplatte'),
      phases: parts('Vorbereitung|Entwurf|Rohbau|Ausbau|Übergabe|Abschluss'),
    },
  ),
  fr: language(
    {
      id: 'N°|ID|Réf.|Numéro|Id',
      wbs: 'OTP|WBS|Code OTP',
      level: 'Niveau|Niveau hiérarchique',
      name: 'Tâche|Nom de la tâche|Activité|Intitulé|Libellé|Action|Désignation|Tâches',
      start: 'Début|Date de début|Date début|Début prévu|Du|Démarrage',
      finish: 'Fin|Date de fin|Date fin|Fin prévue|Au|Achèvement',
      due: 'Échéance|Date limite|Pour le|Date d’échéance',
      range: 'Période|Dates|Quand',
      duration: 'Durée|Durée (jours)|Nb jours|Jours|Durée (j)|Nombre de jours',
      percent: '% achevé|Avancement|% réalisé|Avancement (%)|Taux d’avancement',
      state: 'Statut|État|Etat d’avancement',
      people: 'Responsable|Qui|Ressources|Pilote|Intervenants|Affecté à|Noms ressources',
      predecessors: 'Prédécesseurs|Dépend de|Antériorité|Prédécesseur|Tâches précédentes',
      milestone: 'Jalon|Jalon ?',
      notes: 'Commentaires|Remarques|Observations',
    },
    {
      days: ['j', 'jours', 'jour'],
      weeks: ['sem.', 'semaines'],
      hours: 'h',
      states: ['À faire', 'En cours', 'Terminé'],
      yes: 'Oui',
      total: 'Total',
      project: 'Projet',
      week: 'Semaine',
      months: parts('janv.|févr.|mars|avr.|mai|juin|juil.|août|sept.|oct.|nov.|déc.'),
      verbs: parts('Étude|Livraison|Pose|Contrôle|Commande|Validation|Rédaction'),
      things: parts('du béton|des fenêtres|du chauffage|du rapport|des câbles|du site|de la toiture'),
      phases: parts('Préparation|Conception|Travaux|Réception|Approvisionnement|Clôture'),
    },
  ),
  es: language(
    {
      id: 'N.º|ID|Nº|Código|Ítem',
      wbs: 'EDT|Código EDT|WBS',
      level: 'Nivel|Nivel de esquema',
      name: 'Tarea|Actividad|Nombre de tarea|Descripción|Actividades|Acción|Partida',
      start: 'Inicio|Fecha de inicio|Comienzo|Fecha inicio|Desde|Inicio previsto',
      finish: 'Fin|Fecha de fin|Término|Fecha fin|Hasta|Fin previsto|Fecha de término',
      due: 'Fecha límite|Vencimiento|Plazo|Fecha de entrega',
      range: 'Periodo|Fechas|Cuándo',
      duration: 'Duración|Días|Duración (días)|Plazo (días)|Nº de días',
      percent: '% completado|Avance|% avance|Progreso|Avance (%)',
      state: 'Estado|Situación|Estatus',
      people: 'Responsable|Encargado|Recursos|Asignado a|Quién|Equipo',
      predecessors: 'Predecesoras|Depende de|Predecesora|Dependencias|Precedentes',
      milestone: 'Hito|¿Hito?',
      notes: 'Observaciones|Comentarios|Notas',
    },
    {
      days: ['d', 'días', 'día'],
      weeks: ['sem', 'semanas'],
      hours: 'h',
      states: ['No iniciada', 'En curso', 'Terminada'],
      yes: 'Sí',
      total: 'Total',
      project: 'Proyecto',
      week: 'Semana',
      months: parts('ene|feb|mar|abr|may|jun|jul|ago|sep|oct|nov|dic'),
      verbs: parts('Revisión|Compra|Montaje|Prueba|Diseño|Aprobación|Entrega'),
      things: parts('de tuberías|del informe|de ventanas|del servidor|de planos|de la cubierta|del local'),
      phases: parts('Preparación|Diseño inicial|Obra|Entrega final|Contratación|Cierre'),
    },
  ),
  nl: language(
    {
      id: 'Nr.|ID|Volgnr.|Taaknr.',
      wbs: 'WBS|WBS-code',
      level: 'Niveau|Overzichtsniveau',
      name: 'Taak|Taaknaam|Activiteit|Omschrijving|Werkzaamheden|Actie|Onderdeel',
      start: 'Start|Begindatum|Begin|Startdatum|Van|Geplande start',
      finish: 'Einde|Einddatum|Eind|Tot|Gereed|T/m|Geplande einddatum',
      due: 'Deadline|Vervaldatum|Uiterlijk|Klaar voor',
      range: 'Periode|Wanneer|Planning',
      duration: 'Duur|Dagen|Duur (dagen)|Aantal dagen|Werkdagen',
      percent: '% voltooid|Voortgang|% gereed|Voortgang (%)',
      state: 'Status|Stand',
      people: 'Verantwoordelijke|Wie|Eigenaar|Uitvoerder|Resources|Toegewezen aan',
      predecessors: 'Voorganger|Afhankelijk van|Voorgangers|Na taak',
      milestone: 'Mijlpaal|Mijlpaal?',
      notes: 'Opmerkingen|Notities|Toelichting',
    },
    {
      days: ['d', 'dagen', 'dag'],
      weeks: ['wk', 'weken'],
      hours: 'u',
      states: ['Niet gestart', 'Bezig', 'Gereed'],
      yes: 'Ja',
      total: 'Totaal',
      project: 'Project',
      week: 'Week',
      months: parts('jan|feb|mrt|apr|mei|jun|jul|aug|sep|okt|nov|dec'),
      verbs: parts('Controle|Levering|Plaatsing|Keuring|Bestelling|Goedkeuring|Opstellen'),
      things: parts('vloeren|ramen|rapport|leidingen|website|kozijnen|installatie'),
      phases: parts('Voorbereiding|Ontwerp|Uitvoering|Oplevering|Inkoop|Afronding'),
    },
  ),
  pl: language(
    {
      id: 'Lp.|ID|Nr|L.p.',
      wbs: 'WBS|Kod WBS|SPP',
      level: 'Poziom|Poziom konspektu',
      name: 'Zadanie|Nazwa zadania|Czynność|Opis|Działanie|Zakres prac',
      start: 'Początek|Data rozpoczęcia|Rozpoczęcie|Start|Od|Data startu',
      finish: 'Koniec|Data zakończenia|Zakończenie|Do|Planowane zakończenie',
      due: 'Termin|Termin realizacji|Do kiedy',
      range: 'Okres|Terminy|Kiedy',
      duration: 'Czas trwania|Dni|Czas trwania (dni)|Liczba dni|Czas (dni)',
      percent: '% ukończenia|Postęp|Postęp (%)|% wykonania',
      state: 'Status|Stan',
      people: 'Odpowiedzialny|Osoba odpowiedzialna|Wykonawca|Kto|Zasoby',
      predecessors: 'Poprzednik|Poprzedniki|Zależy od|Poprzednicy',
      milestone: 'Kamień milowy|Kamień milowy?',
      notes: 'Uwagi|Komentarz|Notatki',
    },
    {
      days: ['d', 'dni', 'dzień'],
      weeks: ['tyg.', 'tyg'],
      hours: 'godz.',
      states: ['Nierozpoczęte', 'W toku', 'Zakończone'],
      yes: 'Tak',
      total: 'Razem',
      project: 'Projekt',
      week: 'Tydzień',
      months: parts('sty|lut|mar|kwi|maj|cze|lip|sie|wrz|paź|lis|gru'),
      verbs: parts('Odbiór|Dostawa|Montaż|Projekt|Zakup|Kontrola|Opracowanie'),
      things: parts('okien|instalacji|raportu|dachu|serwera|fundamentów|umowy'),
      phases: parts('Przygotowanie|Faza projektowa|Budowa|Wykończenie|Zaopatrzenie|Rozliczenie'),
    },
  ),
} as const satisfies Record<string, Language>

export type LanguageName = keyof typeof LANGUAGES

export const PEOPLE = parts('Ana Costa|Ben Okoro|Carla|Dmitri Lee|E. Novak|Fatima')
