// Headers as people write them, by language: English first, then German, French, Spanish, Portuguese, Italian, Dutch,
// Russian, Japanese, Chinese (both scripts) and Korean; Polish, Czech, Swedish, Danish, Norwegian and Turkish, and Finnish,
// Hungarian, Ukrainian, Romanian and Greek, on lines of their own, then Vietnamese, Indonesian, Latvian, Lithuanian and their
// neighbours. Accents, case, punctuation and a final plural do not count.

export const SHEET_FIELDS = [
  'id',
  'wbs',
  'name',
  'duration',
  'start',
  'finish',
  'percent_complete',
  'assignee',
  'predecessors',
  'milestone',
  'notes',
  'labels',
  'constraint_type',
  'constraint_date',
  'deadline',
  'parent',
  'scheduled_start',
  'optimistic',
  'most_likely',
  'pessimistic',
  'successors',
  'link_type',
  'lag',
  'active',
  'units',
  'story_points',
] as const

export type SheetField = (typeof SHEET_FIELDS)[number]

/** Parts of a text between commas and lines. */
export const list = (text: string): string[] =>
  text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

export const SPELLINGS: Readonly<Record<SheetField, readonly string[]>> = {
  id: list(`ID, S/N, Pos, Pos.-Nr, Pos. Nr, Cod, Cód, Codice, Código, Task ID, Item ID, Item ID (auto generated), UID, No, Number, Ref, Key, #, Task No, Task Number, Activity ID, Item No, S.No, Sr No, Code, Nº, N°, Activity Code, Task Code, Sl No, Serial No, Issue Key, Issue ID, Issue Number, Ticket ID, Work Item ID, Story ID, Card ID
    Nr, Lfd. Nr, Vorgangsnummer, Numéro, Identifiant, Número, Numero, Identificador, Nummer, Taaknummer, Номер, № п/п, п/п, Ид
    Identyfikator, Azonosító, Nro, Sorszám, № п/п, Α/Α, Nr. crt., Nr crt
    Lp, L.p., Poř. č., Č., Por. č., Löpnr, Sıra, Sıra No, Görev No
    番号, 項番, 管理番号, タスクID, 编号, 序号, 标识号, 任务编号, 編號, 序號, 번호, 작업ID, 아이디
    STT, TT, Mã, Mã số, Mã công việc, Số thứ tự, Kode, Nr.p.k., Nr. p. k., Kods, Eil. Nr., R. br., Red. br., Redni broj, Rb., Jrk, Por. č`),
  wbs: list(`Gliederung, Gliederungscode, Gliederungs-Nr, SPP, Kod WBS, Kod SPP, Poziom, Poziom konspektu, Gliederungsstufe, WBS, WBS Code, Phase, Level, Outline, Outline Number, Outline Level, WBS No, WBS Number, WBS ID, ID WBS, ID EAP, ID EDT, Indent, Indent Level, Indentation, Depth, Hierarchy Level, Task Level, WBS Level, Item Level, Ancestors
    PSP, PSP-Code, Gliederungsnummer, Gliederungsebene, Ebene, OTP, Code OTP, Niveau, Numéro hiérarchique, Niveau hiérarchique
    EDT, Código EDT, Nivel, Número de esquema, Nivel de esquema, EAP, Código EAP, Nível, Número da estrutura de tópicos
    Livello, Codice WBS, Numero struttura, Fase, Overzichtsnummer, Overzichtsniveau, СДР, Код СДР, Уровень, Уровень структуры, Этап
    WBS番号, フェーズ, 階層, レベル, アウトライン番号, 大纲级别, 大纲数字, 层级, 阶段, 大綱級別, 階段, 단계, 수준, 개요번호, 개요수준
    Mã WBS, Номер ИСР, ИСР, Код ИСР, Giai đoạn, WBS 코드, WBS 번호, Tahap, Tahapan, Posms`),
  parent:
    list(`Parent, Parent Item, Parent Issue, Parent Key, Part Of, Subtask Of, Parent ID, Parent Task, Parent Task ID, Parent Code, Parent Name, Summary Task
    Übergeordneter Vorgang, Sammelvorgang, Tâche parent, Tâche parente, Tarea padre, Tarea principal, Tarefa pai, Attività padre
    Bovenliggende taak, Родитель, Родительская задача, 親タスク, 親ID, 父任务, 上级任务, 父任務, 상위작업, 상위업무
    Công việc cha, Nhiệm vụ cha, Tugas induk, Virsuzdevums, Nadrzędne zadanie, Nadřazený úkol, Üst görev, Överordnad aktivitet, Overordnet opgave, Overordnet oppgave, Батьківське завдання`),
  name: list(`Name, Task, WBS Element, WBS Element Name, Key Initiative, Title, Story, User Story, Task Name, Activity, Summary, Item, Work Item, Activity Name, Task Title, Task Description, Activity Description
    Deliverable, Deliverables, Initiative, Feature, Epic, Epic Name, Work Package, Work Package Name, Step, Action, Action Item, What, Subject, To Do, Job, Operation, Description of Work, Topic, Session, Event
    Gewerk, Leistung, Gewerk / Leistung, Bauleistung, Maßnahme, Vorgang, Vorgangsname, Aufgabe, Aufgabenname, Bezeichnung, Tätigkeit, Aktivität, Arbeitspaket, Arbeitsschritt, Titel, Aufgaben, Tätigkeiten, Aktivitäten, Arbeitspakete, Arbeitsschritte, Maßnahmen, Vorgänge
    Tâche, Nom, Nom de la tâche, Nom de tâche, Activité, Libellé, Intitulé, Désignation, Titre
    Tarea, Nombre, Nombre de tarea, Nombre de la tarea, Actividad, Título, Tarefa, Nome, Nome da tarefa, Atividade
    Attività, Nome attività, Compito, Titolo, Compiti, Taak, Taken, Activiteiten, Taaknaam, Naam, Naam van taak, Activiteit, Omschrijving taak
    Задача, Задачи, Работы, Этапы работ, Этап работ, Название, Название задачи, Наименование, Наименование работ, Работа, Имя задачи, Мероприятие
    Tehtävä, Tehtävän nimi, Työvaihe, Feladat, Feladatnév, Tevékenység, Завдання, Назва завдання, Назва, Робота, Sarcină, Denumire, Activitate, Nume activitate, Εργασία, Όνομα εργασίας, Δραστηριότητα
    Zadanie, Zadania, Czynności, Úkoly, Činnosti, Uppgifter, Aktiviteter, Opgaver, Oppgaver, Görevler, Tehtävät, Feladatok, Nazwa zadania, Nazwa, Czynność, Úkol, Název úkolu, Název, Činnost, Aktivitet, Aktivitetsnamn, Uppgift, Uppgiftsnamn, Benämning, Opgave, Opgavenavn, Aktivitetsnavn
    Oppgave, Oppgavenavn, Görev, Görev Adı, Faaliyet, Faaliyet Adı, İş Kalemi
    タスク, タスク名, 作業, 作業名, 作業項目, 作業内容, 項目, 件名, 名前, 名称, 工程
    Деятельность, Виды работ, Вид работ, 任务, 任务名称, 任务名, 任务描述, 工作, 工作名称, 工作内容, 活动, 事项, 任務, 任務名稱, 任務描述, 名稱, 工作項目
    작업, 작업명, 작업이름, 테스크, 작업 제목, 작업내용, 업무, 업무명, 이름, 태스크, 과업, 활동
    Arbejdsopgave, Arbejdsopgaver, Arbeidsoppgave, Arbeidsoppgaver, Arbetsuppgift, Arbetsuppgifter, Công việc, Tên công việc, Nhiệm vụ, Tên nhiệm vụ, Hạng mục, Hạng mục công việc, Nội dung công việc, Mô tả công việc, Hoạt động, Tên hoạt động, Đầu việc, Nama Kegiatan, Nama Tugas, Nama Aktivitas, Kegiatan, Tugas, Aktivitas, Uraian Pekerjaan, Uraian Kegiatan
    Uzdevums, Uzdevumi, Uzdevuma nosaukums, Aktivitāte, Aktivitātes, Darbība, Darbības, Pasākums, Darba nosaukums, Užduotis, Užduotys, Užduoties pavadinimas, Veikla, Veiklos, Zadatak, Zadaci, Naziv zadatka, Aktivnost, Aktivnosti, Naziv aktivnosti, Naloga, Opravilo, Задатак, Активност, Дейност, Дейности, Úloha, Úlohy, Názov úlohy, Ülesanne, Tegevus, Tasca, Tasques`),
  duration:
    list(`Duration, Wks, Hrs, Mths, Est, Time Estimated Text, Normal Time, Normal Duration, Durata gg, Durata giorni, Продолж, Продолж., дн, Длит, Длительность, дн, Продолжительность, дн, Срок, дн, Кол-во дней, How Long, Takes, Days, Effort, Estimate, Work Days, Hours, Weeks, Estimated Duration, Planned Duration, Plan Duration, Task Duration, Dur, Time, Length, LOE, Estimation, Lead Time, Total (d), Total (days), Total (h), Total (hrs), Total (hours), Total Estimate, Total Effort
    Est Hours, Est Hrs, Est Days, Est Duration, Estimated Hours, Estimated Days, Estimated Weeks, Estimated Time, Time Estimate, Man Days, Person Days
    Man Hours, Person Hours, Duration Days, Duration Hours, Duration Weeks, No of Days, Number of Days, Planned Days, Planned Hours, Total Days, Effort Days, OD, Orig Dur
    Dauer, Tage, AT, Dauer AT, Aufwand, Arbeitstage, Personentage, Zeitaufwand, Durée, Jours, Charge, Duración, Días, Esfuerzo, Duração, Dias, Esforço, Prazo
    Durata, Giorni, Duur, Dagen, Uren, Stunden, Heures, Horas, Ore, Часы, Длительность, Продолжительность, Дни, Срок, Трудозатраты
    Kesto, Kesto päivinä, Päivät, Időtartam, Napok, Тривалість, Дні, Durată, Zile, Διάρκεια, Ημέρες
    Czas trwania, Dni, Liczba dni, Doba trvání, Trvání, Dny, Varaktighet, Dagar, Tidsåtgång, Varighed, Dage, Varighet, Dager, Süre, Gün, Gün Sayısı
    期間, 日数, 工数, 工程日数, 予定工数, 予定日数, 見積, 見積工数, 计划工期, 计划工时, 預估工時, 작업일수, 공수,  所要日数, 作業日数, 工期, 天数, 持续时间, 时长, 历时, 工时, 天數, 持續時間, 工時, 기간, 일수, 작업기간, 소요일, 소요기간, 소요일수
    Thời lượng, Số ngày, Số ngày thực hiện, Thời gian thực hiện, Durasi, Lama Pengerjaan, Jumlah Hari, Lama Hari, Ilgums, Ilgums dienās, Dienu skaits, Trukmė, Trajanje, Трајање, Продължителност, Trvanie, Kestus, Durada`),
  start:
    list(`Start, Begin, Start Date, Date Start, Date Begin, Start Day, Starting Date, Beginning Date, Planned Start, Begin Date, Start On, Planned Start Date, Earliest Start, Plan Start, Starts, From, Target Start, Target Start Date, Start Time, Go Live, Go Live Date, Launch Date, Order By, Order Date, Week Starting, Week Commencing, Week Beginning, W/C, Week of
    Von, Anfang, Beginn, Beginndatum, Startdatum, Anfangstermin, Starttermin, Geplanter Anfang, Geplanter Start, Début, Date de début, Début prévu, Commencement
    Comienzo, Inicio, Fecha de inicio, Fecha inicio, Início, Data de início, Data início, Inizio, Data inizio, Data di inizio
    Begindatum, Van, Aanvang, Начало, Дата начала, Срок начала, Начало работ, Старт, Плановое начало
    Alku, Alkaa, Aloitus, Aloituspäivä, Alkamispäivä, Kezdés, Kezdete, Kezdő dátum, Kezdés dátuma, Початок, Дата початку, Început, Data început, Data de început, Έναρξη, Ημερομηνία έναρξης
    Początek, Rozpoczęcie, Data rozpoczęcia, Zahájení, Začátek, Datum zahájení, Startdatum, Startdato, Başlangıç, Başlama, Başlangıç Tarihi
    開始, 開始日, 着手, 着手予定, 着手予定日, 着工日, 着工予定日, 開始予定, 開始予定日, 予定開始日, 計画開始, 計画開始日, 着手日
    开始, 开始日期, 开始时间, 计划开始, 计划开始日期, 计划开始时间, 开工日期, 预计开始时间, 预计开始日期, 開始日期, 開始時間, 計劃開始, 시작, 시작일, 시작일시, 시작날짜, 시작일자, 착수일, 계획시작일, 시작예정일
    Ngày bắt đầu, Bắt đầu, Thời gian bắt đầu, Từ ngày, Ngày khởi công, Tanggal Mulai, Tgl Mulai, Mulai, Tanggal Awal, Sākums, Sākuma datums, Uzsākšana, Pradžia, Pradžios data, Početak, Datum početka, Začetek, Почетак, Датум почетка, Начална дата, Začiatok, Dátum začiatku, Algus, Alguskuupäev, Inici, Data d'inici
    Data începerii, Dată început, Ημερομηνία εκκίνησης, Ημ/νία έναρξης`),
  finish:
    list(`Finish, End, Due, Due Date, Date End, Date Finish, Date Due, End Day, Ending Date, Finishing Date, Planned Finish, End Date, Finish Date, Planned End, Planned Finish Date, Planned End Date, Plan End, Completion Date, Ends, To, Till, Until, Target Date, Target End, Target End Date, Target Finish, Target Completion Date, End Time, Due By, By When, By, Needed By, Complete By, Finish By, ETA, Week Ending, W/E, When, Wann, Quand, Cuándo, Quando, Wanneer, Когда, いつ
    Bis, Ende, Enddatum, Endtermin, Bis wann, Zu erledigen bis, Fällig am, Fällig bis, Fertig stellen, Fertigstellen, Zieltermin, Fertigstellung, Fertigstellungstermin, Geplantes Ende, Fälligkeit, Fällig, Fin, Date de fin, Fin prévue, Échéance
    Date d'échéance, Fecha de fin, Fecha fin, Fecha término, Fecha de término, Fecha final, Finalización, Conclusión, Culminación, Fecha de finalización, Vencimiento, Fim, Término, Data de término, Data de fim, Data fim, Fine, Data fine, Data di fine, Scadenza
    Einde, Tot, Einddatum, Eind, Vervaldatum, Klaar voor, Do kiedy, Do kdy, Senast, Entro il, Para cuando, Pour le, Окончание, Конец, Дата окончания, Срок окончания, Срок завершения, Окончание работ, Завершение, Дата завершения, Плановое окончание
    Loppu, Päättyy, Lopetus, Päättymispäivä, Valmis viimeistään, Befejezés, Vége, Befejezés dátuma, Határidő, Кінець, Завершення, Дата завершення, Дата закінчення, Закінчення, Sfârșit, Data sfârșit, Finalizare, Termen, Λήξη, Ημερομηνία λήξης
    Koniec, Zakończenie, Data zakończenia, Dokončení, Konec, Datum dokončení, Slut, Slutdatum, Slutdato, Sluttdato, Bitiş, Bitiş Tarihi
    終了, 終了日, 完了, 完了予定, 完了日, 竣工日, 竣工予定日, 終了予定, 終了予定日, 完了予定日, 予定終了日, 計画終了, 計画終了日, 期限, 期日
    结束, 结束日期, 结束时间, 完成日期, 完成时间, 完成, 计划完成, 计划完成日期, 计划结束, 计划结束日期, 截止日期, 完工日期, 预计完成时间, 预计结束时间, 完成日, 結束, 結束日期, 結束時間, 完成時間
    종료, 종료일, 종료일자, 종료날짜, 종료일시, 완료일, 완료일자, 완료날짜, 완료예정일, 마감일, 계획종료일, 종료예정일
    Ngày kết thúc, Kết thúc, Thời gian kết thúc, Đến ngày, Ngày hoàn thành, Ngày đến hạn, Hạn hoàn thành, Hạn chót, Tanggal Selesai, Tgl Selesai, Tanggal Akhir, Tenggat, Tenggat Waktu, Batas Waktu, Beigas, Beigu datums, Beigu termiņš, Izpildes termiņš, Pabaiga, Pabaigos data, Završetak, Datum završetka, Завршетак, Датум завршетка, Край, Крайна дата, Dátum ukončenia, Lõpp, Lõppkuupäev, Tähtaeg, Data de fi
    Data finalizării, Data încheierii, Dată sfârșit, Ημερομηνία ολοκλήρωσης, Ημ/νία λήξης, Päättyminen, Päättymispvm`),
  percent_complete:
    list(`% Complete, % Work Complete, % of Task Complete, Pct of Task Complete, Percent of Task Complete, % of Completion, Activity % Complete, Physical % Complete, Duration % Complete, Units % Complete, Percent Complete, Done, Progress, Pct Complete, Percent Done, % Done, Complete, Completion, Completion %, Completed, Percentage Complete, Progress %, % Progress, Complete %, Done %, % Comp, Comp %, % Cmplt, Pct
    % abgeschlossen, Abgeschlossen, Erledigt, % erledigt, Fortschritt, Fertig, Fertigstellungsgrad, % achevé, Achevé, % réal, % real, % avanc, % réalisé, Réalisé, % terminé, Terminé, % effectué, Avancement, % avancement, Progression
    Feito, Hecho, Fait, Fatto, Gedaan, Zrobione, Wykonano, Hotovo, Gjort, Yapıldı, Tehty, Сделано, % completado, Completado, Avance, % avance, Progreso, % realizado, % concluído, Concluído, % concluída, Concluída, Progresso, % completo, Completamento, % completamento, Avanzamento
    % voltooid, Voltooid, Percentage voltooid, Voortgang, % gereed, % завершения, Процент завершения, Прогресс, Выполнено, % выполнения, Готовность
    Valmiusaste, % valmis, Edistyminen, Készültség, % kész, Készültségi fok, % виконання, Виконано, Прогрес, Відсоток виконання, % finalizat, Progres, % ολοκλήρωσης, Πρόοδος
    % ukończenia, Postęp, Wykonanie, % dokončeno, Dokončeno, Postup, % klart, Färdigt, % færdig, % fullført, Tamamlanma, % Tamamlanma, Tamamlanma Yüzdesi, İlerleme
    進捗, 進捗率, 達成率, 完了率, 達成度, 完成百分比, 进度, 完成率, 完成度, 完成比例, 進度, 진행률, 진행율, 추진율, 추진률, 달성율, 이행률, 진행상황, 진척률, 진척율, 진척도, 완료율, 달성률, 진도율
    % hoàn thành, Tiến độ, Tỷ lệ hoàn thành, Mức độ hoàn thành, Progres, Kemajuan, Persentase, % Selesai, Persentase Selesai, Izpilde, Izpildes %, % pabeigts, Atlikta, % atlikta, Napredak, % dovršeno, Напредак, % izvršenja, % dokončené, Edenemine, Wykonane, Procentdel fuldført, Prosenttia valmiina, Pourcentage accompli, Procent wykonane, Tâche terminée, Tarea completada, Tarefa concluída, Attività completata, Aufgabe abgeschlossen, Taak voltooid, Ποσοστό ολοκλήρωσης, Stadiul realizării`),
  assignee:
    list(`Assignee, Owner, Resource, Assigned To, Responsible, Who, Resource Names, Resource Name, Assigned, Lead, Person, Team Member, Assignees, Contractor, Subcontractor, Sub, Subs, Craft, Crew, Crew Name, Company, Firma, Unternehmer, Auftragnehmer, Entreprise, Contratista, Empresa, Impresa, Aannemer, 施工单位, 責任単位, Task Owner, Responsible Person, Assigned Resource, Resourcing, Resourced By, Accountable, Allocated To, PIC, Members, Assign, Assignee Name, In Charge, Person in Charge, Resp, Dev, Developer, Engineer, Team, Squad, Department, Dept, Responsible Party, Lead Partner, Performed By, Assigned Team, DRI, POC, Point of Contact, Trade, Vendor, Supplier, Technician, Trainer, Instructor, Presenter, Speaker, Coordinator, Manager, Owned By, Owners, Led By, Project Manager, Employee, Employee Name, Staff, Staff Name, Member, Member Name
    Wer, Verantwortlich, Verantwortlicher, Verantwortliche, Zuständige Person, Verantwortung, Zuständig, Zuständigkeit, Bearbeiter, Ressource, Ressourcen, Ressourcennamen, Zugewiesen an
    Responsable, Noms ressources, Affecté à, Assigné à, Attribué à, Pilote, Porteur, Recurso, Recursos, Nombres de los recursos, Asignado a, Encargado
    Responsável, Nomes dos recursos, Atribuído a, Responsabile, Risorsa, Risorse, Nomi risorse, Assegnato a
    Verantwoordelijke, Resourcenamen, Toegewezen aan, Eigenaar, Trekker, Actiehouder, Uitvoerder, Wie, Qui, Chi, Quem, Quién, Кто, Исполнитель, Ответственный, Ресурс, Ресурсы, Названия ресурсов
    Vastuuhenkilö, Vastuullinen, Resurssi, Felelős, Erőforrás, Відповідальний, Виконавець, Ресурси, Responsabil, Υπεύθυνος, Πόροι
    Odpowiedzialny, Osoba odpowiedzialna, Wykonawca, Zasób, Odpovědná osoba, Odpovídá, Zodpovídá, Zodpovědný, Odpovědný, Řešitel, Zdroj, Názvy zdrojů, Nazwy zasobów, Resursnamn, Ressourcenavne, Ressursnavn, Kaynak Adları, Resurssien nimet, Erőforrásnevek, Назви ресурсів, Nume resurse, Ονόματα πόρων, Ansvarig, Resurs, Ansvarlig, Ressurs, Sorumlu, Sorumlu Kişi, Kaynak
    担当, 担当者, リソース, リソース名, 负责人, 责任人, 资源, 资源名称, 执行人, 負責人, 資源, 資源名稱, 담당, 담당자, 책임자, 자원, 자원이름, 자원명
    Người thực hiện, Người phụ trách, Phụ trách, Phân công, Người đảm nhận, Người chịu trách nhiệm, Thành viên, Nhân sự, Penanggung Jawab, Penanggungjawab, Pelaksana, Petugas, Atbildīgais, Atbildīgā persona, Atbildīgie, Izpildītājs, Izpildītāji, Resursi, Atsakingas, Atsakingas asmuo, Vykdytojas
    Odgovorna osoba, Odgovorni, Odgovoran, Nositelj, Izvršilac, Odgovoren, Одговорна особа, Отговорник, Отговорно лице, Zodpovedný, Zodpovedná osoba, Vastutaja, Proprietário, Proprietária, Propietario, Propietaria, Propriétaire, Proprietario, Atribuído para, Bearbeitet von, Erledigt von, Durchgeführt von, Hecho por, Realizado por, Feito por, Fait par, Réalisé par, Svolto da, Kto robi, Kto wykonuje, Куратор, Выполняет, Membri, Membres, Mitglieder, Miembros, Membros, Teammitglied, Asignado, Asignada a, Assegnata a, Attribuée à, Toegekend aan, Zugeordnet`),
  predecessors:
    list(`Predecessors, Depends On, Dependency, Blocked By, After, Depends, Predecessor ID, Predecessor Task, Predecessor Task ID, Predecessor IDs, Preceding Tasks, Prerequisite, Dependent On, Depends Upon, Dependent Tasks, Follows, Predecessor(s), Immediate Predecessor, Immediate Predecessors
    Immediate Predecessor(s), Prec, Precedenza, Precedenze, Antecesora, Antecesoras, Antécédent, Antécédents, Antériorité, Antériorités, Tâches antérieures, Préd, Predec, Precedência, Precedências, Inward issue link (Blocks), Is Blocked By, Waiting On, Pred, Preds, Dep, Deps, Link, Links, Logic, Preceded By, Preceding Activity, Preceding Activities, Preceding Ops, Preceding Operations, Preceding Op, Requires
    Vorgänger, Vorg., Vorg.-Nr., Abhängigkeit, Abhängigkeiten, Abhängig von, Prédécesseurs, Prédécesseur, Dépendances, Dépendance, Dépend de
    Actividad precedente, Actividades precedentes, Precedente, Precedentes, Tarea precedente, Tarea anterior, Actividad anterior, Actividad predecesora, Actividades predecesoras, Atividade precedente, Atividade predecessora, Tarefa anterior, Tâche précédente, Tâches précédentes, Attività precedente, Voorgaande activiteit, Voorgaande taak, Predecesoras, Predecesora, Predecesor, Predecesores, Dependencias, Dependencia, Depende de, Predecessoras, Predecessora, Predecessor, Dependência, Dependências
    Predecessori, Predecessore, Dipendenze, Dipendenza, Dipende da, Voorganger, Voorafgaande taken, Voorgaande taken, Afhankelijk van, Afhankelijkheid
    Edeltäjä, Edeltäjät, Edeltävä tehtävä, Előzmény, Előzmények, Megelőző feladat, Попередник, Попередники, Залежності, Predecesori, Dependențe, Προαπαιτούμενα, Προηγούμενη εργασία
    Poprzednik, Poprzedniki, Poprzednicy, Předchůdce, Předchůdci, Föregångare, Föregående, Föregående aktivitet, Föregående uppgift, Forgænger, Forgængere, Foregående oppgaver, Foregående oppgave, Öncül, Öncüller, Öncül Görev
    Предшественники, Предшественник, Зависимости, Зависимость, Зависит от, 先行タスク, 先行作業, 先行, 先行工程, 前工程, 前作業, 依存, 依存関係, 依存タスク
    前置任务, 前置, 前置工序, 紧前工序, 前序任务, 依赖, 依赖关系, 紧前工作, 紧前任务, 前置任務, 依賴, 선행작업, 선행, 선행업무, 선행공정, 선행태스크, 의존성
    Công việc trước, Công việc trước đó, Công việc tiên quyết, Việc trước, Phụ thuộc, Phụ thuộc vào, Tiền nhiệm, Pendahulu, Predesesor, Kegiatan Pendahulu, Kegiatan Sebelumnya, Tugas Sebelumnya, Ketergantungan, Priekšteči, Priekštecis, Iepriekšējais uzdevums, Iepriekšējais, Atkarība, Atkarības, Pirmtakai, Pirmtakas, Prethodnik, Prethodnici, Prethodna aktivnost, Prethodne aktivnosti, Predhodnik, Predhodniki, Предшественици, Predchodca, Predchodcovia, Predchádzajúca úloha, Eelnev, Eelnevad
    Avhenger av, Avhengig av, Afhænger af, Afhængig af, Beror av, Beroende av, Riippuu, Függ, Bağlı olduğu`),
  milestone: list(
    `Milestone, Is Milestone, Meilenstein, Jalon, Hito, Marco, Pietra miliare, Cardine, Mijlpaal, Веха, マイルストーン, 里程碑, 마일스톤, 중요시점
    Cột mốc, Tonggak, Atskaites punkts, Gairė, Prekretnica, Mejnik, Míľnik, Verstapost`,
  ),
  notes:
    list(`Notes, Description, Comment, Detail, Remark, Comments, Notizen, Bemerkung, Bemerkungen, Beschreibung, Kommentar, Anmerkung
    Remarque, Remarques, Commentaire, Commentaires, Notas, Descripción, Comentario, Comentarios, Observaciones, Anotações, Descrição, Comentários, Observações
    Note, Descrizione, Commento, Commenti, Notities, Opmerkingen, Opmerking, Beschrijving, Заметки, Примечание, Примечания, Описание, Комментарий
    備考, メモ, 説明, コメント, 备注, 说明, 描述, 備註, 說明, 비고, 메모, 설명
    Ghi chú, Keterangan, Catatan, Deskripsi, Piezīmes, Komentāri, Apraksts, Pastabos, Napomena, Napomene, Opomba, Напомена, Забележка, Забележки, Poznámky, Märkused, Observacions`),
  labels:
    list(`Labels, Tags, Category, Component, Stream, Workstream, Theme, Swimlane, Section/Column, Bucket Name, Bucket, 구분, Kategorie, Schlagwort, Schlagworte, Étiquette, Étiquettes, Catégorie
    Etiqueta, Etiquetas, Categoría, Categoria, Etichetta, Etichette, Labels, Categorie, Метки, Метка, Категория, Теги
    ラベル, タグ, カテゴリ, カテゴリー, 分類, 标签, 分类, 类别, 標籤, 類別, 라벨, 태그, 분류, 카테고리`),
  constraint_type: list(
    `Constraint Type, Einschränkungsart, Type de contrainte, Tipo de restricción, Tipo de restrição, Tipo di vincolo, Beperkingstype, Тип ограничения, 制約タイプ, 限制类型, 제한유형`,
  ),
  constraint_date: list(
    `Constraint Date, Einschränkungstermin, Date de contrainte, Fecha de restricción, Data da restrição, Data vincolo, Beperkingsdatum, Дата ограничения, 制約日, 限制日期, 제한날짜`,
  ),
  deadline: list(
    `Deadline, Stichtag, Frist, Date limite, Fecha límite, Prazo final, Prazo limite, Крайний срок, Срок сдачи, 締切, 締切日, 最后期限, 최종기한`,
  ),
  scheduled_start: list(`Scheduled Start, Computed Start`),
  successors:
    list(`Successors, Successor, Successor ID, Successor IDs, Successor Task, Immediate Successors, Precedes, Blocks, Blocking, Outward issue link (Blocks), Nachfolger, Successeurs, Successeur, Sucesoras, Sucesora, Sucessoras
    Sucessora, Successori, Opvolgers, Opvolger, Последователи, Последующие, 後続タスク, 後続作業, 後続, 后续任务, 后置任务, 紧后工作, 後續任務, 후행작업, 후행`),
  link_type:
    list(`Dependency Type, Dep Type, Rel, Rel Type, Relation, Link Type, Relationship Type, Relation Type, Predecessor Type, Relationship, Anordnungsbeziehung, Verknüpfungsart, Type de lien, Type de dépendance
    Tipo de dependencia, Tipo de vínculo, Tipo de dependência, Tipo di relazione, Тип связи, 依存タイプ, 依赖类型, 관계유형`),
  lag: list(
    `Lag, Lag Time, Lag Days, Lag (days), Lead Lag, Lead/Lag, Zeitabstand, Décalage, Posposición, Latência, Ritardo, Vertraging, Запаздывание, ラグ, 延隔时间, 지연시간`,
  ),
  optimistic:
    list(`Optimistic, Best, Optimistic Duration, Optimistic Time, Optimistic Estimate, Best Case, Best Case Days, Best Case Hours, Minimum, Min, Low, a
    Tiempo optimista, Duración optimista, Durée optimiste, Temps optimiste, Duração otimista, Tempo otimista, Tempo ottimistico, Durata ottimistica, Optimistische Dauer, Optimistische duur, Оптимистичная оценка, Оптимистическая оценка, 乐观时间, 樂觀時間, 낙관 시간
    Optimistisch, Optimiste, Optimista, Otimista, Ottimistico, Ottimistica, Оптимистическая, 楽観, 楽観値, 乐观, 낙관`),
  most_likely:
    list(`Most Likely, Expected, Most Likely Duration, Most Likely Time, Most Likely Estimate, Likely, Expected Days, Expected Hours, Realistic, ML, m
    Tiempo más probable, Tiempo probable, Duración más probable, Durée probable, Temps probable, Duração mais provável, Tempo mais provável, Tempo più probabile, Wahrscheinlichste Dauer, Наиболее вероятная оценка, 最可能时间, 最可能時間
    Wahrscheinlich, Wahrscheinlichste, Realistisch, Probable, Le plus probable, Más probable, Mais provável, Più probabile, Meest waarschijnlijk, Наиболее вероятная, 最可能, 最頻値, 최빈`),
  pessimistic:
    list(`Pessimistic, Worst, Pessimistic Duration, Pessimistic Time, Pessimistic Estimate, Worst Case, Worst Case Days, Worst Case Hours, Maximum, Max, High, b
    Tiempo pesimista, Duración pesimista, Durée pessimiste, Temps pessimiste, Duração pessimista, Tempo pessimista, Tempo pessimistico, Durata pessimistica, Pessimistische Dauer, Pessimistische duur, Пессимистичная оценка, Пессимистическая оценка, 悲观时间, 悲觀時間, 비관 시간
    Pessimistisch, Pessimiste, Pesimista, Pessimista, Pessimistico, Pessimistica, Пессимистическая, 悲観, 悲観値, 悲观, 비관`),
  active:
    list(`Active, Is Active, Active?, Task Active, Enabled, Inactive, Is Inactive, Archived, Is Archived, Aktiv, Vorgang aktiv, Inaktiv, Actif, Active, Inactif, Inactive, Activo, Activa, Inactivo, Inactiva, Ativo, Ativa, Inativo, Inativa
    Attivo, Attiva, Inattivo, Inattiva, Actief, Inactief, Активная, Активно, Активный, Активна, Неактивно, アクティブ, 有効, 無効, 活动, 有效, 启用, 是否有效, 啟用, 활성, 활성화, 비활성
    Aktywne, Aktywny, Nieaktywne, Aktivní, Neaktivní, Aktivt, Etkin, Aktif, Pasif, Aktiivinen, Aktív, Inaktív, Активне, Неактивне, Activ, Activă, Inactiv, Ενεργή, Ενεργό, Ανενεργή`),
  units: list(
    `Units, Assignment Units, Allocation, % Allocation, Allocation %, Allocated %, % Allocated, FTE, Utilization, Utilisation, Availability, Anteil, Einheiten, Auslastung, Pensum, Kapazität, Unités, Quotité, Taux d'affectation
    Asignación, Dedicación, % Dedicación, Alocação, Allocazione, Inzet, Bezetting, Загрузка, Занятость, 稼働率, 割当率, 投入率, 투입률`,
  ),
  story_points: list(
    `Story Points, Story Point, Sprint Points, Sprint Point, Story Point Estimate, Points, Pts, SP, Estimate (points), Estimate (story points), Punkte, Puntos, Puntos de historia, Pontos, Punti, Punten, Баллы, ストーリーポイント, ポイント, 故事点, 스토리포인트`,
  ),
}

/** Spellings that give way to the others of their field when a sheet has both. */
export const WEAK_SPELLINGS: readonly string[] =
  list(`Technician, Trainer, Instructor, Presenter, Speaker, Coordinator, Manager, Project Manager, Topic, Session, Event, Lead Time, Order By, Order Date, Team, Squad, Department, Dept, Trade, Vendor, Supplier, Dev, Engineer, By, ETA, Go Live, Go Live Date, Launch Date, Issue ID, Card ID, Estimation, When, Wann, Quand, Cuándo, Quando, Wanneer, Когда, いつ, Est, Time Estimated Text, Effort, Effort Days, Estimate, Days, Hours, Weeks, Work Days, Time, Length, LOE, Man Days, Person Days, Man Hours, Person Hours, Wks, Hrs, Mths, Due, Target Date, Step, Action, What, Job, Operation, Subject, Deliverable, Deliverables, Initiative, Feature, Epic, Epic Name, Work Package, Due Date, Summary, Item, Work Item, Cod, Cód, Codice, Código, Phase, Level, Task Level, WBS Level, Item Level, Outline, Outline Level, Indent, Depth, Ancestors, Code, Ref
  Aufwand, Personentage, Zeitaufwand, Charge, Esfuerzo, Esforço, Трудозатраты, 工数, 工时, 工時, Échéance, Vencimiento, Scadenza, Vervaldatum, Fälligkeit, Fällig, 期限, Phase, Fase, 阶段, 단계, Этап
  Nivel, Niveau, Livello, Уровень, Ebene, 工程, 項目, Giai đoạn, Tahap, Tahapan, Posms, Hoạt động, Hạng mục, Progres, Úlohy, From, To, Till, Until, Von, Bis, Van, Tot, Story, User Story, Relationship, Relation, Rel, Contractor, Subcontractor, Sub, Subs, Craft, Crew, Crew Name, Company, Firma, Unternehmer, Auftragnehmer, Entreprise, Contratista, Empresa, Impresa, Aannemer, 施工单位, Lead, Person, Complete, Completed, Completion, Done, After, Comment, Comments, Detail, Remark, Task Description, Activity Description`)

/** Words that say of a column that it holds something else than what its other words name. */
export const OTHER_MEANINGS: readonly string[] =
  list(`tipo, typ, тип, türü, tyyppi, rodzaj, jenis, actual, baseline, variance, var, cost, budget, remaining, type, status, mode, late, early, free, slack, float, successor, group, rate, price, calendar, location, constraint, delay, delayed, slip, slippage, overdue, priority, impact, exposure
  tatsächlich, tatsächlicher, ist, Basisplan, Kosten, Abweichung, verbleibend, réel, réelle, référence, coût, restante, restant, real, costo, costes, línea, linha, custo
  effettivo, effettiva, effettivi, werkelijk, werkelijke, kosten, фактическое, фактический, фактическая, факт, стоимость, базовое, базовый`)

/** The same in scripts that do not part words. */
export const OTHER_MEANINGS_UNPARTED: readonly string[] = list(
  `実績, 实际, 實際, 실제, 실적, 基线, 基準, 기준, コスト, 成本, 비용, 種別, 類型, 类型, タイプ, 유형, 残, 後続, 后续, 후속, 遅延, 遅れ, 延期, 지연`,
)

/** Estimates in these are sizes or sums, and no time. */
export const SIZES: readonly string[] =
  list(`point, points, pts, sp, story points, size, t-shirt, usd, eur, gbp, chf, money
  Punkte, Story Points, points d'effort, puntos, pontos, punti, punten, баллы, очки, руб`)

/** The same in scripts that do not part words, and as signs. */
export const SIZES_UNPARTED: readonly string[] = list(`ポイント, 点数, 點數, 포인트, $, €, £, ¥, ₽, ₩`)
