// Headers that name a field when they say nothing else, by language in the order of the other spellings. Inside of longer
// headers they mean too many things, and they give way to the spellings of their field.

import { list, type SheetField } from './header-spellings.ts'

export const WHOLE_HEADERS: Readonly<Partial<Record<SheetField, readonly string[]>>> = {
  id: list(`Schlüssel, Vorgangsschlüssel, Ticketschlüssel, Clé, Clé de ticket, Clave, Clave de incidencia, Chave, Chave do item, Chave da item, Chiave, Sleutel, Issuesleutel, Ключ, Ключ задачи, Ключ проблемы
    Klucz, Klucz zgłoszenia, Klíč, Kľúč, キー, 課題キー, 关键字, 问题关键字, 關鍵字, 키, 이슈 키, Anahtar, Nyckel, Nøgle, Nøkkel, Avain, Kulcs`),
  parent: list(
    `Übergeordnet, Superior, Pai, Padre, Bovenliggend, Родитель, Nadrzędny, Nadřazený, 親課題, 親チケット, 親課題番号, 親タスクID, 父级, 父項目, 상위 항목, 상위 이슈`,
  ),
  name: list(`Zusammenfassung, Résumé, Resumen, Resumo, Riepilogo, Samenvatting, Тема, Podsumowanie, 要約, 摘要, 요약, Souhrn, Zhrnutie, Sammanfattning, Yhteenveto, Összefoglaló, Sammendrag, Özet, Ringkasan
    Action Needed, Actions Needed, Action Required, Checklist Item, I want, I want to, I want to be able to, I can, I would like to, Arbeiten, Arbeit, Bauarbeiten, Auszuführende Arbeiten, Vorgangsbezeichnung, Was, Was ist zu tun, Teilschritt, Projektschritt, Projektaufgabe, Aufgabenbeschreibung, Arbeitsvorgang, Schritt, Ablaufschritt, Prozessschritt
    Tâches, Travaux, Nature des travaux, Opération, Opérations, Description de la tâche, Description des travaux, Description de l'activité, Activités, Quoi, Intitulé de la tâche, Libellé de la tâche, Nom de l'activité, Désignation des travaux, À faire, Chose à faire
    Tareas, Actividades, Partida, Partidas, Acción, Acciones, Qué, Concepto, Descripción de la actividad, Descripción de la tarea, Nombre de la actividad, Nombre de actividad, Trabajo, Trabajos, Paso, Asunto, Entregable, Labor
    Tarefas, Atividades, Serviço, Serviços, Ação, Ações, O que, O que fazer, Descrição da atividade, Descrição da tarefa, Descrição dos serviços, Nome da atividade, Passo, Entregável
    Lavorazione, Lavorazioni, Lavoro, Lavori, Azione, Azioni, Cosa, Cosa fare, Descrizione attività, Descrizione lavori, Descrizione lavorazione, Descrizione dell'attività, Nome dell'attività, Nome dell'attivita, Intervento, Interventi
    Werkzaamheden, Werkzaamheid, Actie, Acties, Actiepunt, Actiepunten, Wat, Taakomschrijving, Taakbeschrijving, Omschrijving werkzaamheden, Omschrijving activiteit, Stap, Bouwactiviteit, Klus, Klussen, Te doen
    Задание, Что сделать, Что, Операция, Содержание работ, Наименование этапа, Наименование задачи, Наименование мероприятия, Мероприятия, Действие, Описание задачи
    Praca, Prace, Roboty, Zakres prac, Zakres robót, Działanie, Działania, Aktywność, Opis zadania, Co, Co zrobić, Krok, Nazwa czynności, Opis prac, Rodzaj prac, Rodzaj robót, Do zrobienia
    Práce, Aktivita, Aktivity, Název činnosti, Popis úkolu, Popis práce, Co udělat, Arbetsmoment, Moment, Vad, Åtgärd, Åtgärder, Att göra, Steg, Handling, Hvad, Hva, Arbejde, Arbeid, Tiltak, Gøremål, Gjøremål, Oppgavebeskrivelse
    İş, İşler, Yapılacak İş, Yapılacak İşler, Yapılacaklar, İş Tanımı, Görev Tanımı, Aktivite, İş Adı, Adım, İmalat, Toimenpide, Työ, Työtehtävä, Teendő, Tennivaló, Munka, Munkafolyamat, Művelet
    Activități, Sarcini, Sarcina, Lucrare, Lucrări, Acțiune, Види робіт, Найменування робіт, Назва роботи, Захід, Заходи, Εργασίες, Δραστηριότητες
    やること, タスク内容, アクティビティ, 工種, 実施項目, 実施内容, 業務, 業務内容, 業務名, 対応内容, アクション, 工程名, 作業工程, ToDo
    工作任务, 活动名称, 事项名称, 工序, 工序名称, 任务内容, 主要工作, 工作事项, 任務內容, 工作內容, 施工内容, 施工项目, 分项工程, 待办, 待办事项
    할일, 활동명, 공종, 공정, 업무내용, 추진내용, 과제, 과제명
    Nội dung, Việc, Công tác, Tên việc, Nhiệm vụ cụ thể, Pekerjaan, Jenis Pekerjaan, Jenis Kegiatan, Rencana Kegiatan, Darbs, Darbi, Nosaukums, Darba uzdevums, Darbas, Darbai, Pavadinimas, Naziv, Posao, Poslovi, Radovi, Назив, Práca, Töö, Nimetus, Activitat, Feina, Darbo pavadinimas, Opis zadatka, Opis aktivnosti, Vrsta radova, Requisito, Requisitos, Requirement, Anforderung, Anforderungen, Exigence, Exigences, Requisiti, Требование, Требования, Historia de usuario, Historias de usuario, História de usuário, Histórias de usuário, Récit utilisateur, 要件, 要件名, 需求, 需求名称, 요구사항, 요구사항명,
    概要, 作業概要, タスク概要, 機能, 機能名, モジュール, 画面名, 模块, 模块名称, 子模块, 功能, 功能模块, 功能名称, 功能點, 功能项, 모듈, 기능, 기능명, 화면명, 메뉴, Lista de tareas, Lista de tarefas, Aufgabenliste, Liste des tâches, Tâches à réaliser, Tâches à faire, Taches à effectuer, Tareas a realizar, Tarefas a realizar, Attività da svolgere`),
  duration:
    list(`Ursprüngliche Schätzung, Estimation originale, Estimation initiale, Estimación original, Estimativa original, Stima originale, Oorspronkelijke schatting, Первоначальная оценка, Szacunek pierwotny, 初始预估, 원래 추정치
    Zeit, Zeitbedarf, Dauer in Tagen, Zeitdauer, Anzahl Tage, Anzahl Arbeitstage, Werktage, Wochen, Geplante Dauer
    Délai, Délais, Temps, Temps estimé, Nb jours, Nbre jours, Nbre de jours, Nb de jours, Nombre de jours, Durée estimée, Durée prévue, Semaines
    Plazo, Tiempo, Tiempo estimado, N° de días, Número de días, Cantidad de días, Días hábiles, Duración estimada, Duración prevista, Semanas
    Tempo, Tempo estimado, Nº de dias, Quantidade de dias, Qtd dias, Dias úteis, Duração prevista, Duração estimada
    Tempi, Tempo stimato, N. giorni, Numero giorni, GG, Settimane, Durata prevista, Durata stimata
    Tijd, Tijdsduur, Doorlooptijd, Aantal dagen, Werkdagen, Weken, Geschatte duur, Geplande duur
    Время, Длит, Количество дней, Дней, Рабочих дней, Недели, Недель, Плановая длительность
    Czas, Ile dni, Ilość dni, Dni robocze, Czas realizacji, Czas wykonania, Tygodnie, Délka, Délka trvání, Počet dní, Počet dnů, Čas, Doba, Pracovní dny
    Tid, Antal dagar, Veckor, Tidsåtgång, Antal dage, Antall dager, Uger, Uker, Zaman, Süresi, Kesto pv, Aika, Napok száma, Hány nap, Idő, Număr zile, Nr zile, Timp, Тривалість днів, Кількість днів
    所要時間, 所要期間, 作業期間, 用时, 计划天数, 所需时间, 所需天数, 耗时, 소요시간, 공기, 공사기간
    Thời gian, Lama, Waktu, Hari, Lama (hari), Dienas, Dienos, Dana, Broj dana, Брой дни, Päevad`),
  start:
    list(`Started, Date Started, Started On, Baubeginn, Date début, Date de debut, Arbeitsbeginn, Beginn am, Beginnt am, Ab, Anfangsdatum, Start am, Geplanter Beginn, Geplantes Startdatum, Planbeginn, Planstart, Beginn geplant, Start geplant, Soll-Start, Soll-Beginn, Start Soll, Beginn Soll, Startzeit
    Date de démarrage, Démarrage, Début planifié, Date de début prévue, Date début prévue, Date de lancement, Lancement, Débute le, Commence le
    Desde, Inicia, Empieza, Fecha de comienzo, Fecha comienzo, Fecha inicial, Fecha de arranque, Arranque, Inicio previsto, Inicio planificado, Inicio programado, Fecha de inicio prevista, Fecha ini
    Data de começo, Começo, Data inicial, A partir de, Início planejado, Data prevista de início, Dt início, Dt de início
    Inizio previsto, Data di partenza, Partenza, Avvio, Data avvio, Data di avvio, Data inizio prevista, Data di inizio prevista, Inizio lavori
    Vanaf, Aanvangsdatum, Geplande start, Geplande begindatum, Start gepland, Geplande startdatum, Begint op, Datum start, Datum begin, Begintijd
    Дата старта, План начало, Начало план, Плановая дата начала, Дата начала работ, Дата начала план, Начать
    Termin rozpoczęcia, Data startu, Planowany start, Planowane rozpoczęcie, Planowana data rozpoczęcia, Planowany termin rozpoczęcia, Data początkowa, Data od, Od kiedy, Termín zahájení, Plánovaný začátek, Plánované zahájení, Datum začátku, Datum od, Od kdy
    Startar, Från, Från datum, Påbörjas, Planerad start, Planerat startdatum, Starttid, Fra, Fra dato, Starter, Planlagt start, Begynder, Begynner, Oppstart
    Başlama Tarihi, Planlanan Başlangıç, Planlanan Başlangıç Tarihi, Suunniteltu alku, Alkupäivä, Alkupvm, Aloituspvm, Alkaen, Kezdő időpont, Indulás, Tervezett kezdés, Mikortól, Data de începere, Începere, De la, Плановий початок, Початок робіт
    着工, 開始日時, 開始日付, 予定開始, スタート, 起始日期, 起始时间, 起始日, 开始日, 开工时间, 开工, 预计开始, 计划开工, 計劃開始日期, 預計開始, 預計開始日, 시작예정, 착수, 시작시간, 예정시작일, 착공일
    Khởi công, Bắt đầu từ, Awal, Từ ngày, Nuo, Od datuma, Plan mulai, Rencana Mulai`),
  finish:
    list(`기한, Stop, Stop Date, Finished, Date Finished, Finished On, Abgabe, Abgabetermin, Abgabedatum, Abschluss, Abschlussdatum, Ende geplant, Geplantes Enddatum, Soll-Ende, Ende Soll, Planende, Termin, Zieldatum, Fertig bis, Fertig am, Erledigen bis, Erledigt bis, Fälligkeitsdatum, Bauende, Endet am, Wunschtermin, Endzeit
    Date fin, Date de livraison, Fin planifiée, Date de fin prévue, Date fin prévue, Date prévue, Pour quand, Date butoir, Date d'achèvement, Achèvement, Jusqu'au, Date cible, Date de rendu, À rendre le, Date de clôture
    Hasta, Termina, Fin previsto, Fin planificado, Fin programado, Fecha de entrega, Fecha objetivo, Fecha de cierre, Fecha compromiso, Fecha de vencimiento, Fecha de culminación, Fecha de fin prevista, Final
    Até, Data final, Data prevista, Data de entrega, Data de vencimento, Data de conclusão, Data limite, Fim previsto, Fim planejado, Término planejado, Data prevista de término, Encerramento, Dt fim, Dt término
    Termine, Data termine, Fine prevista, Data fine prevista, Data di fine prevista, Data di scadenza, Data scadenza, Consegna, Data consegna, Data di consegna, Entro, Fine lavori, Scad
    Gepland einde, Geplande einddatum, Einde gepland, Streefdatum, Opleverdatum, Eindigt op, Datum gereed, Uiterlijk, Uiterste datum, Voor wanneer, Datum einde, Eindtijd, Gereed op, Klaar op
    Срок исполнения, Срок выполнения, Дата сдачи, План окончание, Окончание план, Плановая дата окончания, Плановая дата завершения, Дата окончания работ, Дедлайн, Дата завершения план, Закончить, Термін виконання, Термін, Плановий кінець
    Na kiedy, Termin zakończenia, Termin realizacji, Termin wykonania, Termin ukończenia, Data końcowa, Data końca, Data ukończenia, Planowane zakończenie, Planowana data zakończenia, Planowany koniec, Planowany termin zakończenia, Data do, Termín, Termín dokončení, Termín splnění, Termín ukončení, Datum ukončení, Ukončení, Plánovaný konec, Plánované dokončení, Datum konce, Splnit do, Datum do, Do kdy
    Till datum, Färdigdatum, Klart datum, Klart senast, Färdigt senast, Förfallodatum, Planerat slut, Planerat slutdatum, Slutar, Leveransdatum, Klar senast, Til dato, Forfaldsdato, Forfallsdato, Ferdigdato, Planlagt slut, Planlagt slutt, Slutt, Slutter, Færdig senest, Ferdig senest
    Planlanan Bitiş, Planlanan Bitiş Tarihi, Teslim Tarihi, Son Tarih, Tamamlanma Tarihi, Määräaika, Eräpäivä, Suunniteltu loppu, Loppupäivä, Loppupvm, Lopetuspvm, Päättymispvm, Befejező időpont, Lejárat, Tervezett befejezés, Meddig, Data de finalizare, Data finalizare, Data limită, Scadență, Până la
    〆切, 納期, 終了日時, 終了日付, 予定終了, 完了期限, 完成予定日, 竣工, 截止时间, 截止, 结束日, 终止日期, 完工时间, 竣工日期, 计划完成时间, 计划结束时间, 計劃完成, 預計完成, 預計完成日, 到期日, 截止日, 交付日期, 要求完成时间, 마감, 완료예정, 종료예정, 종료시간, 예정종료일, 마감 날짜, 마감날짜, 마감일자, 종료 날짜, 완공일, 준공일
    Hoàn thành, Thời hạn, Hạn, Selesai, Akhir, Termiņš, Līdz, Terminas, Iki, Rok, Kraj, Rok završetka, Rok za izradu, Termín dokončenia, Pabeigšana, Rencana Selesai`),
  percent_complete:
    list(`Erfüllungsgrad, Erledigungsgrad, % fertig, Fertig %, Prozent, Prozent erledigt, Stand in %, Erledigt %, Abgeschlossen %, Fortschritt %, Umsetzungsgrad
    Taux d'avancement, % d'avancement, Pourcentage, Pourcentage achevé, Pourcentage d'avancement, % d'achèvement, Progrès, État d'avancement, Complété, % complété, Taux de réalisation, Fini, % compl, % compl., % complet
    Fuldført, Procent fuldført, Udført, Fullført, Procent färdigt, 완료비율, 완료 비율
    Porcentaje, Porcentaje completado, Porcentaje de avance, % de avance, Avance %, % cumplimiento, Cumplimiento, % progreso, Terminado, % terminado, Realizado, % ejecutado, Listo
    Percentual, Percentual concluído, Percentual de conclusão, % execução, % executado, % conclusão, Andamento, Porcentagem, Porcentagem concluída, Avanço, % avanço, % progresso, Pronto
    % avanz, % avanzam, % completata, Completato, Completata, % completato, Percentuale, Percentuale completamento, Percentuale di completamento, Stato avanzamento, Stato di avanzamento, Stato avanzamento lavori, Eseguito
    Gereed, Afgerond, Klaar, % klaar, % afgerond, Percentage gereed, Percentage, Afgehandeld, % compleet, Compleet
    % готовности, % выполн, % вып, Выполнение, Процент выполнения, Процент готовности, Степень готовности, Готово, Завершено, % завершено, Готовність, Готовність %
    Realizacja, % realizacji, Stopień realizacji, Procent wykonania, Procent ukończenia, Procent realizacji, % wykonania, Stan zaawansowania, Zaawansowanie, % zaawansowania, Ukończono, Ukończone, Gotowe, Zakończone, Postęp prac, Postęp %, Procent, Splněno, % splnění, Procento dokončení, Procento, % hotovo, Plnění
    Färdig, Klart, % klar, Klar, Framsteg, Färdigställande, Färdiggrad, Procent klart, % färdigt, % färdig, Færdig, Fremdrift, Fremskridt, Udført, Utført, Procent færdig, Færdiggørelse, % udført, % utført, Ferdig, % ferdig, Fullført, Prosent fullført, Prosent
    Tamamlandı, Yüzde, İlerleme Yüzdesi, Gerçekleşme, Tamamlanan, Bitti, Valmis, % valmiina, Valmiina, Készenlét, Kész, Teljesítés, Haladás, % realizat, Realizat, Finalizat
    進捗度, 完了フラグ, 完成进度, 完成百分率, 完成情况百分比, 进度百分比, 是否完成, 完成進度, 진척, 진도, 진행도, 완료여부, 공정률, 공정율
    Hoàn thành %, Ολοκλήρωση, % izpilde, Izpildīts, Pabeigts, Završeno, Urađeno, Dokončené, Valmis, Finalizat, Realizat`),
  assignee:
    list(`Käsittelijä, Staff Member, Staff Members, Team Member, Team Members, Done By, To be done by, Task to be done by, Work done by, Assignment, Assignments, Project Lead, Project Owner, Activity Owner, Role, Resp. Person, By Whom, Person Responsible, Staff, Responsibility, Action By, Action Owner, Handled By, Doer, Executor, Leader, Task Lead, Team Lead, Assigned Resources, Resource Assigned, Assigned Person, Assigned Staff, Teacher
    Verantw, Verantwortl, Zust, Zuständige, Ausführung, Ausführender, Ausführende Firma, Ausgeführt von, Handwerker, Mitarbeiter, Personen, Beteiligte, Leitung, Ansprechpartner, Betrieb, Zugewiesen, Federführung, Projektleiter, Bauleiter, Dienstleister, Verantwortliche Person, Beauftragter, Durch, Erledigt von, Erledigt durch
    Intervenant, Intervenants, Intervenant(e), Assigné, Affectation, Chargé de, En charge, Personne en charge, Acteur, Acteurs, Ressource, Ressources, Équipe, Prestataire, Propriétaire, Référent, Personne responsable, Collaborateur, Artisan, Société, Attribué, Attribution, Exécutant, Réalisé par, Par qui, Titulaire, Attribuée à, Assignée à, Affectée à, Personnes, Membres, Participants, Corps de métier, Corps d'état, Affecté, Responsables
    Encargada, Encargados, Asignado, Asignada, Asignada a, Quienes, A cargo de, A cargo, Ejecutor, Dueño, Persona, Persona responsable, Equipo, Proveedor, Cuadrilla, Persona asignada, Líder, Participantes, Ejecuta, Recurso asignado
    Encarregado, Executor, Executante, Dono, Pessoa, Equipe, Equipa, Fornecedor, Atribuído, Responsáveis, Pessoa responsável, Designado
    Referente, Referenti, Incaricato, Incaricati, Addetto, Esecutore, Assegnato, Assegnatario, A cura di, A carico di, Ditta, Fornitore, Squadra, Titolare, Responsabili, Operatore, Persone
    Verantwoordelijk, Verantw, Door wie, Door, Toegewezen, Uitvoering, Uitvoerende, Medewerker, Medewerkers, Persoon, Ploeg, Bedrijf, Leverancier, Actienemer, Onderaannemer, Partij
    Отв, Отв. лицо, Ответственные, Ответственное лицо, Исполнители, Подрядчик, Назначено, Назначен, Бригада, Сотрудник, Владелец, Виконавці, Відповідальна особа
    Kto, Osoba, Odpowiedzialna, Odpowiedzialni, Odp, Ekipa, Brygada, Właściciel, Przypisane do, Przypisany, Przypisany do, Zasoby, Realizator, Realizujący, Pracownik, Zespół, Osoby odpowiedzialne, Kdo, Odpovědnost, Vlastník, Dodavatel, Zhotovitel, Přiřazeno, Pracovník, Tým, Zdroje, Garant, Zodp, Odpovědná
    Vem, Utförare, Ägare, Resurser, Tilldelad, Tilldelad till, Utförs av, Ansv, Ansvarig person, Ansvariga, Entreprenör, Hvem, Ejer, Eier, Udføres af, Utføres av, Udfører, Utfører, Tildelt, Tildelt til, Ressourcer, Ressurser, Medarbejder, Entreprenør
    Kim, Atanan, Atanan Kişi, Kaynaklar, Sorumlular, Görevli, Yapan, Yüklenici, Ekip, Kuka, Tekijä, Vastuu, Omistaja, Resurssit, Toteuttaja, Ki, Felelősök, Végzi, Kivitelező, Erőforrások, Cine, Responsabili, Executant, Resurse, Resursă, Atribuit, Хто
    担当者名, 担当部署, 責任者, 作業者, 主担当, 実施者, 担当会社, 担当チーム, 業者, 協力会社, アサイン, 誰, 责任部门, 责任单位, 承办人, 经办人, 执行者, 主责人, 承担人, 负责部门, 实施人, 分配给, 指派给, 負責, 责任者, 責任人, 執行人, 承辦人, 负责, 担当人, 담당자명, 담당부서, 수행자, 책임, 담당팀, 작업자, 시공사, 실무자, 소유자, 인력, 수행인력, 투입인력, 참여자, 참여인력, 수행원, 参与人, 参与者, 参加者, 參與者
    Thực hiện, Người làm, Trách nhiệm, Đơn vị thực hiện, PJ, Atsakingi, Izvođač, Izvajalec, Изпълнител, Riešiteľ, Vastutav, Dono, Inhaber, Besitzer, Eigentümer, Equipe responsável, Équipe, Equipo, Equipe, Studente, Studenti, Étudiant, Étudiants, Élève, 負責單位, 負責人員, 執行單位, 主辦單位, 担当班`),
  predecessors:
    list(`Preceding, Preceding Task, Precedent, Precedence, Immediate Pred, Predecessor No, Prior Task, Prior Activity, Previous Task, Previous Activity, Prereq, Pre-Req, Must Follow, Comes After, Waits For, Task Dependency, Preceding Event
    Voraussetzung, Voraussetzungen, Vorbedingung, Vorher, Nach, Vorgänger-Nr, Vorgänger-ID, Vorläufer, Abh, Direkter Vorgänger, Vorgängervorgang, Vorgängeraktivität, Unmittelbarer Vorgänger, Vorhergehende Tätigkeit
    Précédent, Précédents, Prédéc, Après, Antérieur, Tâche antérieure, Tâche prédécesseur, Tâches prédécesseurs, Prérequis, Pré-requis, Antéc, Précédence, Dépend
    Antecesor, Antecesores, Antecedente, Antecedentes, Precedencia, Precedencias, Depende, Después de, Actividades anteriores, Tarea predecesora, Tareas predecesoras, Actividad previa, Actividades previas, Tarea previa, Tareas previas, Tareas precedentes, Dependiente de, Requisito previo
    Predecessores, Antecessora, Antecessoras, Antecessor, Depende da, Pré-requisito, Pré-requisitos, Atividades predecessoras, Atividades precedentes, Atividade anterior, Tarefa predecessora, Tarefas predecessoras, Após, Dependente de
    Preced, Attività precedenti, Dipendente da, Dopo, Attività predecessore, Propedeuticità, Propedeutica, Attività propedeutiche, Precedente attività
    Voorgangers, Afhankelijkheden, Voorafgaand, Voorafgaande activiteit, Voorafgaande activiteiten, Voorafgaande taak, Voorgaande, Voorgaande activiteiten, Na, Hangt af van, Voorg
    Предш, Предшеств, После, Предыдущая, Предыдущая работа, Предыдущие работы, Предшествующая работа, Предшествующие работы, Предшествующая задача, Предыдущая задача, Попередня робота, Залежить від
    Po czym, Po, Zależność, Zależności, Zależy od, Poprz, Czynność poprzedzająca, Czynności poprzedzające, Zadanie poprzedzające, Zadania poprzedzające, Poprzednie zadanie, Bezpośredni poprzednik, Předch, Závislost, Závislosti, Závisí na, Předchozí úkol, Předchozí činnost, Předcházející činnost, Předchozí
    Föreg, Beroende, Beroenden, Beroende av, Efter, Beror på, Afhængighed, Afhængigheder, Afhænger af, Avhengighet, Avhengigheter, Avhengig av, Forgjenger, Forgjengere, Foregående, Foregående aktivitet, Forutgående
    Önceki Görev, Önceki İş, Önceki Faaliyet, Bağımlılık, Bağımlılıklar, Bağlı Olduğu İş, Riippuvuus, Riippuvuudet, Edeltävä, Edellinen tehtävä, Függőség, Előfeltétel, Megelőző tevékenység, Megelőző, Predecesor, Predecesoare, Dependență, Depinde de, Activitate precedentă, Activități precedente
    前提, 前提タスク, 前提作業, 前タスク, 先行タスクID, 先行タスク番号, 依存先, 前置任务编号, 前置活动, 紧前活动, 先行任务, 依赖任务, 前置工作, 紧前, 선행ID, 선행활동, 종속성, 의존, 선행관계, 선행작업ID
    Sau công việc, Setelah, Pirms tam, Nakon`),
  successors:
    list(`Succeeding, Succeeding Activity, Succeeding Task, Successor Activity, Followed By, Nachfolgende Aufgabe, Tâche suivante, Tâches suivantes, Sucesor, Sucesores, Tarea sucesora, Sucessor, Sucessores, Successore, Opvolgende taak
    Następnik, Następniki, Następca, Následník, Následníci, Efterföljare, Efterfølger, Etterfølger, Ardıl, Ardıllar, Seuraaja, Követő, Succesor, Succesori, Наступник`),
  milestone: list(
    `MS, Kamień milowy, Milník, Milstolpe, Milepæl, Milepel, Kilometre Taşı, Mérföldkő, Virstanpylväs, Punct de reper, Віха, Ορόσημο`,
  ),
  notes: list(`Descr, Anmerkungen, Notiz, Hinweis, Hinweise, Info, Bem, Bemerk, Kommentare, Erläuterung, Details
    Observation, Observations, Précisions, Détails, Remarques, Observación, Obs, Nota, Detalle, Detalles, Observação, Detalhes
    Osservazioni, Annotazioni, Dettagli, Toelichting, Notitie, Bijzonderheden, Commentaar, Комментарии, Прим, Заметка, Примітка, Примітки, Коментар
    Uwagi, Uwaga, Komentarz, Komentarze, Notatki, Opis, Poznámka, Poznámky, Popis, Komentář, Anteckningar, Anteckning, Anmärkning, Anmärkningar, Beskrivning, Kommentarer, Bemærkning, Bemærkninger, Noter, Beskrivelse, Merknad, Merknader, Notater
    Açıklama, Açıklamalar, Notlar, Huomautus, Huomautukset, Huom, Kuvaus, Lisätiedot, Megjegyzés, Leírás, Observații, Descriere, Comentarii, Σημειώσεις, 備考欄, 注記, 特記事項, 补充说明, 注释, 参考, 특이사항, 참고
    Mô tả, Chi tiết, Uraian, Rincian`),
}
