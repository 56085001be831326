// Every language that sheets are read in, with every role that a column has in a plan: headers in words that no list has as a whole,
// dates with names of months, units of lengths, states and signs for yes.

import t from 'tap'
import { unitNamed } from '../../importers/spreadsheet/cells/duration-units.ts'
import { monthNamed } from '../../importers/spreadsheet/cells/month-names.ts'
import { parseYesNo } from '../../importers/spreadsheet/cells/parse-flag.ts'
import { parsePercent, saysBegun, saysCancelled } from '../../importers/spreadsheet/cells/parse-percent.ts'
import { isWeekday, weekdayNamed } from '../../importers/spreadsheet/cells/weekday-names.ts'
import { ROLES } from '../../importers/spreadsheet/words/role-names.ts'
import { saidByWords } from '../../importers/spreadsheet/words/said-by-words.ts'
import { LANGUAGES } from '../../importers/spreadsheet/words/word-roles.ts'
import { lines, read } from './read-sheet.ts'

const FIELDS = ['id', 'name', 'start', 'finish', 'duration', 'percent_complete', 'assignee', 'predecessors', 'notes']

/** Headers of a plan in the order of the fields, then how far a task is and when work really began. */
const HEADERS: Readonly<Record<string, string>> = {
  English:
    'Task Nr | Activity title | Planned beginning | Expected end | Planned duration | Completeness | Responsible person | Task dependency | Remarks | Task status | Actual beginning',
  German:
    'Vorgangsnr | Aufgabenbezeichnung | Startzeitpunkt | Fertigstellungsdatum | Zeitdauer geplant | Bearbeitungsgrad | Zuständiger Mitarbeiter | Vorgängeraufgabe | Bemerkungen zur Aufgabe | Bearbeitungsstand | Tatsächlicher Startzeitpunkt',
  French:
    'Numéro de tâche | Désignation des tâches | Date de démarrage prévue | Date de clôture | Durée estimée en jours | % de complétion | Personne affectée | Tâche prédécesseur | Commentaires sur la tâche | Statut tâche | Date de démarrage réelle',
  Spanish:
    'Número de tarea | Denominación de la actividad | Fecha de arranque prevista | Fecha de cierre prevista | Duración programada | % completitud | Persona encargada | Tarea antecesora | Comentarios de la tarea | Situación de la tarea | Fecha real de arranque',
  Portuguese:
    'Número da tarefa | Designação da atividade | Data de arranque prevista | Data de encerramento | Duração planeada | Percentagem de conclusão | Pessoa encarregada | Tarefa antecessora | Anotações da tarefa | Situação da tarefa | Data real de arranque',
  Italian:
    "Numero attività | Denominazione dell'attività | Data di avvio prevista | Data di chiusura prevista | Durata programmata | Percentuale avanzamento | Persona incaricata | Attività propedeuticità | Commenti attività | Stato dell'attività | Data di avvio effettiva",
  Dutch:
    'Taaknr | Benaming activiteit | Geplande aanvangsdatum | Verwachte opleverdatum | Verwachte doorlooptijd | Percentage voltooiing | Verantwoordelijke persoon | Afhankelijke taak | Opmerkingen bij taak | Status taak | Werkelijke aanvangsdatum',
  Polish:
    'Numer zadania | Tytuł zadania | Przewidywana data startu | Przewidywana data końca | Planowany czas | Procent zaawansowania | Osoba przypisana | Zadania poprzedzające | Komentarze do zadania | Stan zadania | Rzeczywista data startu',
  Czech:
    'Číslo úkolu | Označení činnosti | Předpokládaný termín spuštění | Předpokládaný termín odevzdání | Odhadovaná doba | Procento plnění | Zodpovědný pracovník | Předcházející činnosti | Připomínka k úkolu | Stav úkolu | Skutečný začátek',
  Russian:
    'Номер задачи | Наименование операции | Планируемая дата старта | Ожидаемая дата сдачи | Планируемая длительность | Процент готовности | Ответственный сотрудник | Зависимости задачи | Комментарий к задаче | Состояние задачи | Фактическая дата старта',
  Ukrainian:
    'Номер завдання | Найменування заходу | Очікувана дата старту | Очікувана дата здачі | Планова тривалість | Відсоток готовності | Відповідальна особа | Залежності завдання | Коментар до завдання | Стан завдання | Фактична дата старту',
  Turkish:
    'Görev numarası | Faaliyet tanımı | Tahmini başlama tarihi | Beklenen teslim tarihi | Öngörülen süre | Gerçekleşme yüzdesi | Görevli kişi | Önceki görevler | Görev notları | Görev durumu | Gerçekleşen başlama tarihi',
  Swedish:
    'Uppgiftsnummer | Benämning på aktivitet | Beräknad starttidpunkt | Förväntad sluttidpunkt | Uppskattad tidsåtgång | Färdiggrad i procent | Ansvarig handläggare | Föregående aktiviteter | Kommentarer till uppgift | Status på uppgift | Faktisk starttidpunkt',
  Danish:
    'Opgavenummer | Betegnelse på aktivitet | Forventet starttidspunkt | Forventet afleveringsdato | Estimeret varighed | Færdiggørelsesgrad i procent | Ansvarlig medarbejder | Foregående opgaver | Kommentarer til opgave | Opgavestatus | Faktisk starttidspunkt',
  Norwegian:
    'Oppgavenummer | Betegnelse på aktivitet | Forventet oppstartsdato | Forventet leveringsfrist | Estimert varighet | Fullføringsgrad i prosent | Ansvarlig medarbeider | Foregående oppgaver | Kommentarer til oppgave | Oppgavestatus | Faktisk oppstartsdato',
  Finnish:
    'Tehtävän numero | Tehtävän otsikko | Arvioitu aloitusajankohta | Arvioitu päättymisajankohta | Arvioitu kestoaika | Valmiusprosentti | Vastaava henkilö | Edeltävät tehtävät | Kommentit tehtävästä | Tehtävän tilanne | Toteutunut aloitusajankohta',
  Hungarian:
    'Feladat sorszáma | Tevékenység megnevezése | Tervezett indulási időpont | Tervezett befejezési időpont | Becsült időtartam | Készültség százaléka | Felelős személy | Megelőző feladatok | Megjegyzések a feladathoz | Feladat státusza | Tényleges indulási időpont',
  Romanian:
    'Număr activitate | Denumirea activității | Data estimată de începere | Data estimată de finalizare | Durata planificată | Procent realizat | Persoana responsabilă | Activități precedente | Observații activitate | Stadiul activității | Data reală de începere',
  Greek:
    'Αριθμός εργασίας | Τίτλος δραστηριότητας | Εκτιμώμενη ημερομηνία έναρξης | Εκτιμώμενη ημερομηνία παράδοσης | Εκτιμώμενη διάρκεια | Ποσοστό προόδου | Υπεύθυνο άτομο | Προηγούμενες εργασίες | Σχόλια εργασίας | Κατάσταση εργασίας | Πραγματική έναρξη',
  Slovak:
    'Číslo úlohy | Názov činnosti | Predpokladaný termín spustenia | Očakávaný termín odovzdania | Odhadovaná doba | Percento plnenia | Zodpovedný pracovník | Predchádzajúce úlohy | Komentár k úlohe | Stav plnenia | Skutočný začiatok',
  Slovenian:
    'Zaporedna številka | Naziv aktivnosti | Predvideni datum začetka | Predvideni rok predaje | Predvideno trajanje | Odstotek dokončanja | Odgovorna oseba | Predhodne naloge | Komentar k nalogi | Stanje naloge | Dejanski začetek',
  Croatian:
    'Redni broj zadatka | Naziv aktivnosti | Planirani datum početka | Očekivani datum završetka | Procijenjeno trajanje | Postotak dovršenosti | Zadužena osoba | Prethodne aktivnosti | Napomene o zadatku | Status zadatka | Stvarni početak',
  Serbian:
    'Редни број задатка | Назив активности | Планирани датум почетка | Очекивани датум завршетка | Процењено трајање | Проценат извршења | Одговорно лице | Претходне активности | Напомене за задатак | Статус задатка | Стварни почетак',
  Bulgarian:
    'Пореден номер | Наименование на дейността | Планирана начална дата | Очаквана крайна дата | Прогнозна продължителност | Процент на изпълнение | Отговорно лице | Предшестващи дейности | Бележки по задачата | Статус на задачата | Действителна начална дата',
  Latvian:
    'Uzdevuma numurs | Aktivitātes nosaukums | Plānotais sākuma datums | Paredzamais beigu datums | Plānotais ilgums | Izpildes procents | Atbildīgā persona | Iepriekšējie uzdevumi | Piezīmes par uzdevumu | Uzdevuma statuss | Faktiskais sākums',
  Lithuanian:
    'Užduoties numeris | Veiklos pavadinimas | Planuojama pradžios data | Numatoma pabaigos data | Planuojama trukmė | Įvykdymo procentas | Atsakingas asmuo | Ankstesnės užduotys | Užduoties pastabos | Užduoties būsena | Faktinė pradžia',
  Estonian:
    'Ülesande number | Tegevuse nimetus | Planeeritud alguse kuupäev | Eeldatav lõpu kuupäev | Hinnanguline kestus | Valmiduse protsent | Vastutav isik | Eelnevad tegevused | Ülesande märkused | Ülesande staatus | Tegelik algus',
  Japanese:
    'タスク識別番号 | 実施項目名称 | 着手見込日時 | 完成見込日時 | 想定所要日数 | 作業達成率 | 作業担当者名 | 前提作業番号 | 作業補足 | 作業対応状況 | 実際着手日時',
  Korean:
    '과업 순번 | 과업 명칭 | 예상 착수 일시 | 예상 완공 일시 | 예상 소요 기간 | 과업 달성 비율 | 과업 수행자 | 전제 과업 | 과업 의견 | 과업 현황 | 실제 착수 일시',
  'Chinese (simplified)':
    '工序编码 | 工序标题 | 预计启动时间 | 预计交付时间 | 预计历时 | 工作进展比例 | 任务执行人员 | 先决任务 | 任务批注 | 工作状况 | 实际启动时间',
  'Chinese (traditional)':
    '工序編碼 | 工序標題 | 預計啟動時間 | 預計交付時間 | 預計歷時 | 工作進展比例 | 任務執行人員 | 先決任務 | 任務附註 | 工作狀況 | 實際啟動時間',
  Indonesian:
    'Nomor kegiatan | Judul kegiatan | Perkiraan tanggal mulai | Perkiraan tanggal selesai | Perkiraan durasi | Persentase kemajuan | Penanggung jawab kegiatan | Kegiatan prasyarat | Catatan kegiatan | Kondisi kegiatan | Tanggal mulai aktual',
  Vietnamese:
    'Mã số công việc | Tiêu đề công việc | Thời điểm khởi động dự kiến | Thời điểm bàn giao dự kiến | Thời lượng ước tính | Tỷ lệ hoàn thành công việc | Người đảm nhiệm công việc | Công việc phụ thuộc | Nhận xét công việc | Tình trạng công việc | Ngày bắt đầu thực tế',
  Thai: 'รหัสงาน | ชื่อกิจกรรม | วันที่เริ่มต้นตามแผน | วันที่แล้วเสร็จตามแผน | ระยะเวลาตามแผน | ร้อยละความก้าวหน้า | ผู้รับผิดชอบกิจกรรม | งานก่อนหน้า | หมายเหตุ | สถานะงาน | วันที่เริ่มต้นจริง',
  Arabic:
    'رقم المهمة | اسم النشاط | تاريخ البدء المتوقع | تاريخ الانتهاء المتوقع | المدة المتوقعة | نسبة الإنجاز | الشخص المسؤول | المهمة السابقة | ملاحظات | حالة المهمة | تاريخ البدء الفعلي',
  Hebrew:
    'מספר משימה | שם הפעילות | תאריך התחלה מתוכנן | תאריך סיום מתוכנן | משך מתוכנן | אחוז השלמה | אחראי לביצוע | משימה קודמת | הערות | סטטוס המשימה | תאריך התחלה בפועל',
  Persian:
    'شماره فعالیت | عنوان فعالیت | تاریخ شروع برنامه‌ای | تاریخ پایان مورد انتظار | مدت زمان تخمینی | درصد پیشرفت | شخص مسئول | پیش نیاز فعالیت | یادداشت فعالیت | وضعیت فعالیت | شروع واقعی',
  Hindi:
    'कार्य संख्या | गतिविधि का नाम | अनुमानित आरंभ तिथि | अपेक्षित समाप्ति तिथि | अनुमानित अवधि | पूर्णता प्रतिशत | जिम्मेदार व्यक्ति | पूर्ववर्ती कार्य | कार्य टिप्पणी | कार्य की स्थिति | वास्तविक आरंभ',
}

t.test('every language has words for every role of a column', async (t) => {
  t.same(Object.keys(HEADERS), Object.keys(LANGUAGES))
  for (const [language, words] of Object.entries(LANGUAGES))
    for (const role of ROLES)
      t.ok(
        words[role].split(',').every((word) => word.trim() !== ''),
        `${language} ${role}`,
      )
})

t.test('headers in words of their own name the fields in every language', async (t) => {
  for (const [language, headers] of Object.entries(HEADERS)) {
    const all = headers.split(' | ')
    const begun = all.pop() as string
    const state = all.pop() as string
    const row = ['1', 'Dig', '2026-03-02', '2026-03-06', '5', '40', 'Ann', '', 'wet']
    const second = ['2', 'Build', '2026-03-09', '2026-03-13', '5', '0', 'Bob', '1', '']
    const { plan, fields } = read(lines(all.join('\t'), row.join('\t'), second.join('\t')), 'plan.tsv')
    t.same(fields, FIELDS, language)
    t.same(
      plan.tasks.map(({ name, duration, planned_start, percent_complete }) => [
        name,
        duration,
        planned_start,
        percent_complete,
      ]),
      [
        ['Dig', 5, '2026-03-02', 40],
        ['Build', 5, '2026-03-09', 0],
      ],
      language,
    )
    t.same([plan.dependencies.length, plan.resources.length], [1, 2], language)
    t.equal(saidByWords(state)?.field, 'state', `${language}: ${state}`)
    t.same(saidByWords(begun), { field: 'start', hasHappened: true }, `${language}: ${begun}`)
  }
})

t.test('titles of sheets and things that are no columns of a plan name no field', async (t) => {
  for (const text of [
    'Tidsplan',
    'Zeitplan',
    'Projektplan 2026',
    '作業計画',
    'Startpreis',
    'Datum',
    'Statut date',
    'Plan',
  ]) {
    const said = saidByWords(text)
    t.equal(said, null, text)
  }
})

/** Signs for yes and no, what nothing is done of, what has begun, what is done, what will not be done. */
const CELLS: Readonly<Record<string, string>> = {
  English: 'yes | no | Not started | In progress | Completed | Cancelled',
  German: 'ja | nein | Nicht begonnen | In Bearbeitung | Abgeschlossen | Abgebrochen',
  French: 'oui | non | Non commencé | En cours | Terminé | Annulé',
  Spanish: 'sí | no | No iniciado | En proceso | Completado | Cancelado',
  Portuguese: 'sim | não | Não iniciado | Em andamento | Concluído | Cancelado',
  Italian: 'sì | no | Non iniziato | In corso | Completato | Annullato',
  Dutch: 'ja | nee | Niet gestart | Bezig | Afgerond | Geannuleerd',
  Polish: 'tak | nie | Do zrobienia | W trakcie | Zakończone | Anulowane',
  Czech: 'ano | ne | Nezahájeno | Probíhá | Dokončeno | Zrušeno',
  Russian: 'да | нет | Не начато | В работе | Завершено | Отменено',
  Ukrainian: 'так | ні | Не розпочато | В процесі | Завершено | Скасовано',
  Turkish: 'evet | hayır | Başlamadı | Devam ediyor | Tamamlandı | İptal edildi',
  Swedish: 'ja | nej | Ej påbörjad | Pågående | Slutförd | Avbruten',
  Danish: 'ja | nej | Ikke startet | I gang | Afsluttet | Annulleret',
  Norwegian: 'ja | nei | Ikke påbegynt | Pågår | Fullført | Avbrutt',
  Finnish: 'kyllä | ei | Ei aloitettu | Käynnissä | Valmis | Peruutettu',
  Hungarian: 'igen | nem | Nem kezdődött el | Folyamatban | Kész | Törölve',
  Romanian: 'da | nu | Neînceput | În curs | Finalizat | Anulat',
  Greek: 'ναι | όχι | Δεν ξεκίνησε | Σε εξέλιξη | Ολοκληρώθηκε | Ακυρώθηκε',
  Slovak: 'áno | nie | Nezačaté | Prebieha | Dokončené | Zrušené',
  Slovenian: 'da | ne | Ni začeto | V teku | Končano | Preklicano',
  Croatian: 'da | ne | Nije započeto | U tijeku | Završeno | Otkazano',
  Serbian: 'да | не | Није започето | У току | Завршено | Отказано',
  Bulgarian: 'да | не | Не е започнато | В процес | Завършено | Отменено',
  Latvian: 'jā | nē | Nav sākts | Procesā | Pabeigts | Atcelts',
  Lithuanian: 'taip | ne | Nepradėta | Vykdoma | Baigta | Atšaukta',
  Estonian: 'jah | ei | Alustamata | Töös | Lõpetatud | Tühistatud',
  Japanese: 'はい | いいえ | 未着手 | 進行中 | 完了 | 中止',
  Korean: '예 | 아니요 | 시작 전 | 진행 중 | 완료 | 취소',
  'Chinese (simplified)': '是 | 否 | 未开始 | 进行中 | 已完成 | 已取消',
  'Chinese (traditional)': '是 | 否 | 未開始 | 進行中 | 已完成 | 已取消',
  Indonesian: 'ya | tidak | Belum dimulai | Sedang berjalan | Selesai | Dibatalkan',
  Vietnamese: 'có | không | Chưa bắt đầu | Đang thực hiện | Hoàn thành | Đã hủy',
  Thai: 'ใช่ | ไม่ใช่ | ยังไม่เริ่ม | กำลังดำเนินการ | เสร็จสิ้น | ยกเลิก',
  Arabic: 'نعم | لا | لم تبدأ | قيد التنفيذ | مكتمل | ملغي',
  Hebrew: 'כן | לא | טרם התחיל | בביצוע | הושלם | בוטל',
  Persian: 'بله | خیر | شروع نشده | در حال انجام | انجام شده | لغو شده',
  Hindi: 'हाँ | नहीं | शुरू नहीं हुआ | प्रगति पर | पूर्ण | रद्द',
}

t.test('yes and no, and the states of work, in every language', async (t) => {
  t.same(Object.keys(CELLS), Object.keys(LANGUAGES))
  for (const [language, cells] of Object.entries(CELLS)) {
    const [yes, no, none, begun, done, cancelled] = cells.split(' | ') as [
      string,
      string,
      string,
      string,
      string,
      string,
    ]
    t.same([parseYesNo(yes), parseYesNo(no)], [true, false], `${language}: yes and no`)
    t.same([parsePercent(none), parsePercent(done)], [0, 100], `${language}: ${none}, ${done}`)
    t.ok(saysBegun(begun), `${language}: ${begun}`)
    t.ok(saysCancelled(cancelled), `${language}: ${cancelled}`)
    t.equal(parsePercent(none.toUpperCase()), 0, `${language}: capitals`)
    t.equal(parsePercent(none.replaceAll(' ', '_').toUpperCase()), 0, `${language}: as programs write it`)
  }
})

/** Minute, hour, day, week, month, year, each as it is written behind a number. */
const UNITS: Readonly<Record<string, string>> = {
  English: 'minutes | hours | days | weeks | months | years',
  German: 'Minuten | Stunden | Tage | Wochen | Monate | Jahre',
  French: 'minutes | heures | jours | semaines | mois | ans',
  Spanish: 'minutos | horas | días | semanas | meses | años',
  Portuguese: 'minutos | horas | dias | semanas | meses | anos',
  Italian: 'minuti | ore | giorni | settimane | mesi | anni',
  Dutch: 'minuten | uur | dagen | weken | maanden | jaar',
  Polish: 'minut | godzin | dni | tygodni | miesięcy | lat',
  Czech: 'minut | hodin | dní | týdnů | měsíců | let',
  Russian: 'минут | часов | дней | недель | месяцев | лет',
  Ukrainian: 'хвилин | годин | днів | тижнів | місяців | років',
  Turkish: 'dakika | saat | gün | hafta | ay | yıl',
  Swedish: 'minuter | timmar | dagar | veckor | månader | år',
  Danish: 'minutter | timer | dage | uger | måneder | år',
  Norwegian: 'minutter | timer | dager | uker | måneder | år',
  Finnish: 'minuuttia | tuntia | päivää | viikkoa | kuukautta | vuotta',
  Hungarian: 'perc | óra | nap | hét | hónap | év',
  Romanian: 'minute | ore | zile | săptămâni | luni | ani',
  Greek: 'λεπτά | ώρες | ημέρες | εβδομάδες | μήνες | έτη',
  Slovak: 'minút | hodín | dní | týždňov | mesiacov | rokov',
  Slovenian: 'minut | ur | dni | tednov | mesecev | let',
  Croatian: 'minuta | sati | dana | tjedana | mjeseci | godina',
  Serbian: 'минута | сати | дана | недеља | месеци | год',
  Bulgarian: 'минути | часа | дни | седмици | месеца | год',
  Latvian: 'minūtes | stundas | dienas | nedēļas | mēneši | gadi',
  Lithuanian: 'minutės | valandos | dienos | savaitės | mėnesiai | metai',
  Estonian: 'minutit | tundi | päeva | nädalat | kuud | aastat',
  Japanese: '分 | 時間 | 日 | 週間 | ヶ月 | 年',
  Korean: '분 | 시간 | 일 | 주 | 개월 | 년',
  'Chinese (simplified)': '分钟 | 小时 | 天 | 周 | 个月 | 年',
  'Chinese (traditional)': '分鐘 | 小時 | 天 | 週 | 個月 | 年',
  Indonesian: 'menit | jam | hari | minggu | bulan | tahun',
  Vietnamese: 'phút | giờ | ngày | tuần | tháng | năm',
  Thai: 'นาที | ชั่วโมง | วัน | สัปดาห์ | เดือน | ปี',
  Arabic: 'دقائق | ساعات | أيام | أسابيع | أشهر | سنوات',
  Hebrew: 'דקות | שעות | ימים | שבועות | חודשים | שנים',
  Persian: 'دقیقه | ساعت | روز | هفته | ماه | سال',
  Hindi: 'मिनट | घंटे | दिन | सप्ताह | महीने | वर्ष',
}

t.test('units of lengths in every language', async (t) => {
  t.same(Object.keys(UNITS), Object.keys(LANGUAGES))
  for (const [language, units] of Object.entries(UNITS))
    t.same(
      units.split(' | ').map((unit) => unitNamed(unit)?.unit),
      ['minute', 'hour', 'day', 'week', 'month', 'year'],
      language,
    )
})

/** January to December as they stand in dates; nothing where months have numbers for names. */
const MONTHS: Readonly<Record<string, string>> = {
  English: 'January February March April May June July August September October November December',
  German: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember',
  French: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
  Spanish: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  Portuguese: 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
  Italian: 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
  Dutch: 'januari februari maart april mei juni juli augustus september oktober november december',
  Polish: 'stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia',
  Czech: 'ledna února března dubna května června července srpna září října listopadu prosince',
  Russian: 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря',
  Ukrainian: 'січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня',
  Turkish: 'Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık',
  Swedish: 'januari februari mars april maj juni juli augusti september oktober november december',
  Danish: 'januar februar marts april maj juni juli august september oktober november december',
  Norwegian: 'januar februar mars april mai juni juli august september oktober november desember',
  Finnish:
    'tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta marraskuuta joulukuuta',
  Hungarian: 'január február március április május június július augusztus szeptember október november december',
  Romanian: 'ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie',
  Greek:
    'Ιανουαρίου Φεβρουαρίου Μαρτίου Απριλίου Μαΐου Ιουνίου Ιουλίου Αυγούστου Σεπτεμβρίου Οκτωβρίου Νοεμβρίου Δεκεμβρίου',
  Slovak: 'januára februára marca apríla mája júna júla augusta septembra októbra novembra decembra',
  Slovenian: 'januarja februarja marca aprila maja junija julija avgusta septembra oktobra novembra decembra',
  Croatian: 'januara februara marta aprila maja juna jula avgusta septembra oktobra novembra decembra',
  Serbian: 'јануар фебруар март април мај јун јул август септембар октобар новембар децембар',
  Bulgarian: 'януари февруари март април май юни юли август септември октомври ноември декември',
  Latvian: 'janvāris februāris marts aprīlis maijs jūnijs jūlijs augusts septembris oktobris novembris decembris',
  Lithuanian: 'sausio vasario kovo balandžio gegužės birželio liepos rugpjūčio rugsėjo spalio lapkričio gruodžio',
  Estonian: 'jaanuar veebruar märts aprill mai juuni juuli august september oktoober november detsember',
  Indonesian: 'Januari Februari Maret April Mei Juni Juli Agustus September Oktober November Desember',
  Thai: 'มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม',
  Arabic: 'يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر',
  Hebrew: 'ינואר פברואר מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר',
  Persian: 'ژانویه فوریه مارس آوریل مه ژوئن ژوئیه اوت سپتامبر اکتبر نوامبر دسامبر',
  Hindi: 'जनवरी फरवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर',
}
/** Months have numbers for names. */
const NUMBERED = ['Japanese', 'Korean', 'Chinese (simplified)', 'Chinese (traditional)', 'Vietnamese']

t.test('names of months in every language', async (t) => {
  t.same([...Object.keys(MONTHS), ...NUMBERED].toSorted(), Object.keys(LANGUAGES).toSorted())
  for (const [language, months] of Object.entries(MONTHS))
    t.same(months.split(' ').map(monthNamed), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], language)
})

/** Monday to Sunday. */
const WEEKDAYS: Readonly<Record<string, string>> = {
  English: 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday',
  German: 'Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag',
  French: 'lundi mardi mercredi jeudi vendredi samedi dimanche',
  Spanish: 'lunes martes miércoles jueves viernes sábado domingo',
  Portuguese: 'segunda terça quarta quinta sexta sábado domingo',
  Italian: 'lunedì martedì mercoledì giovedì venerdì sabato domenica',
  Dutch: 'maandag dinsdag woensdag donderdag vrijdag zaterdag zondag',
  Polish: 'poniedziałek wtorek środa czwartek piątek sobota niedziela',
  Czech: 'pondělí úterý středa čtvrtek pátek sobota neděle',
  Russian: 'понедельник вторник среда четверг пятница суббота воскресенье',
  Ukrainian: 'понеділок вівторок середа четвер пʼятниця субота неділя',
  Turkish: 'Pazartesi Salı Çarşamba Perşembe Cuma Cumartesi Pazar',
  Swedish: 'måndag tisdag onsdag torsdag fredag lördag söndag',
  Danish: 'mandag tirsdag onsdag torsdag fredag lørdag søndag',
  Norwegian: 'mandag tirsdag onsdag torsdag fredag lørdag søndag',
  Finnish: 'maanantai tiistai keskiviikko torstai perjantai lauantai sunnuntai',
  Hungarian: 'hétfő kedd szerda csütörtök péntek szombat vasárnap',
  Romanian: 'luni marți miercuri joi vineri sâmbătă duminică',
  Greek: 'Δευτέρα Τρίτη Τετάρτη Πέμπτη Παρασκευή Σάββατο Κυριακή',
  Slovak: 'pondelok utorok streda štvrtok piatok sobota nedeľa',
  Slovenian: 'ponedeljek torek sreda četrtek petek sobota nedelja',
  Croatian: 'ponedjeljak utorak srijeda četvrtak petak subota nedjelja',
  Serbian: 'понедељак уторак среда четвртак петак субота недеља',
  Bulgarian: 'понеделник вторник сряда четвъртък петък събота неделя',
  Latvian: 'pirmdiena otrdiena trešdiena ceturtdiena piektdiena sestdiena svētdiena',
  Lithuanian: 'pirmadienis antradienis trečiadienis ketvirtadienis penktadienis šeštadienis sekmadienis',
  Estonian: 'esmaspäev teisipäev kolmapäev neljapäev reede laupäev pühapäev',
  Japanese: '月曜日 火曜日 水曜日 木曜日 金曜日 土曜日 日曜日',
  Korean: '월요일 화요일 수요일 목요일 금요일 토요일 일요일',
  'Chinese (simplified)': '星期一 星期二 星期三 星期四 星期五 星期六 星期日',
  'Chinese (traditional)': '週一 週二 週三 週四 週五 週六 週日',
  Indonesian: 'Senin Selasa Rabu Kamis Jumat Sabtu Minggu',
  Vietnamese: 'Thứ_hai Thứ_ba Thứ_tư Thứ_năm Thứ_sáu Thứ_bảy Chủ_nhật',
  Thai: 'วันจันทร์ วันอังคาร วันพุธ วันพฤหัสบดี วันศุกร์ วันเสาร์ วันอาทิตย์',
  Arabic: 'الاثنين الثلاثاء الأربعاء الخميس الجمعة السبت الأحد',
  Hebrew: 'יום_שני יום_שלישי יום_רביעי יום_חמישי יום_שישי שבת יום_ראשון',
  Persian: 'دوشنبه سه‌شنبه چهارشنبه پنجشنبه جمعه شنبه یکشنبه',
  Hindi: 'सोमवार मंगलवार बुधवार गुरुवार शुक्रवार शनिवार रविवार',
}

t.test('names of weekdays in every language', async (t) => {
  t.same(Object.keys(WEEKDAYS), Object.keys(LANGUAGES))
  for (const [language, weekdays] of Object.entries(WEEKDAYS)) {
    const names = weekdays.split(' ').map((name) => name.replace('_', ' '))
    t.same(names.map(weekdayNamed), [1, 2, 3, 4, 5, 6, 7], language)
    t.ok(names.every(isWeekday), language)
  }
})
