import { foldAccents } from '../cells/month-names.ts'

// What people and programs write of how far work is, in all the languages that sheets are read in. Signs count as words.

const words = (text: string) => new Set(text.split(/,\s*|\n\s*/).map(bareState))

/** A state as it is compared: `NOT_STARTED` and `not started` are one. */
export function bareState(text: string): string {
  return foldAccents(text.trim().replaceAll('_', ' ')).replaceAll('ς', 'σ')
}

/** What boxes that are ticked and columns named Done say. */
export const ALL_WORDS =
  words(`true, yes, y, x, checked, tak, ano, evet, kyllä, igen, igaz, так, ναι, done, complete, completed, finished, closed, resolved, accepted, fixed,
  verified, shipped, released, delivered, launched, deployed, merged, published, achieved, ✓, ✔, ☑, ○, ◯, 〇, ja, oui, si, sim, да, erledigt, fertig,
  abgeschlossen, terminé, achevé, fini, completado, terminado, hecho, concluído, concluída, completato, finito, voltooid, klaar, gereed, выполнено,
  выполнен, выполнена, завершено, завершён, завершен, завершена, сделано, готово, 完了, 済, 済み, 完成, 已完成, 완료, 완료됨, terminée, achevée, completada,
  terminada, concluso, completata, fait, faite, réalisé, réalisée, clôturé, hecha, realizado, realizada, finalizado, finalizada, entregado, pronto,
  feito, feita, fatto, fatta, conclusa, afgerond, gedaan, zakończone, zakończony, ukończone, ukończony, gotowe, wykonane, hotovo, dokončeno, splněno,
  klar, klart, färdig, färdigt, slutförd, færdig, afsluttet, utført, fullført, ferdig, tamamlandı, bitti, tamam, valmis, kész, készen, elkészült,
  befejezve, виконано, finalizat, încheiat, ολοκληρώθηκε, selesai, beres, pabeigts, pabeigta, izpildīts, izpildīta, atlikta, atliktas, baigta,
  završeno, gotovo, urađeno, končano, завършено, dokončené, hotové, valminud, xong, 完了済, 完了済み, 対応済, 対応済み, 终了, 結束, 已結束, 已完工, terminés, terminées,
  finies, finis, acabado, acabada, hoàn thành, đã hoàn thành, đã xong, sudah selesai, zrobiono, zrobione, zrobiony, zrobiona, ukończono, wykonano, zamknięte, odebrane, hotov,
  vyřešeno, uzavřeno, сдано, закрыто, закрыта, закрыт, решено, готова, готов, исполнено, закінчено, зроблено, закрито, yapıldı, tamamlanmış, bitmiş,
  slutfört, slutförda, avslutad, avslutat, genomförd, genomfört, gjort, gjord, afsluttede, løst, lukket, ferdigstilt, avsluttet, gjennomført, tehty,
  suoritettu, päättynyt, lezárva, lezárt, megvalósult, teljesítve, realizat, realizată, terminat, închis, rezolvat, ολοκληρωμένο, ολοκληρωμένη, τέλος,
  終了, 完成済み, クローズ, 종료, 종료됨, 완성, 결과완료, 已结束, 已关闭, 结束, 已解决, 已關閉, terselesaikan, rampung, đã kết thúc, đã đóng, เสร็จสิ้น, เสร็จแล้ว, เสร็จ, แล้วเสร็จ,
  เสร็จสมบูรณ์, สำเร็จ, مكتمل, مكتملة, تم, منجز, منجزة, منتهي, تم الانتهاء, 是, はい, 예, 네, có, ya, ใช่, نعم, כן, תם, הושלם, הושלמה, בוצע, גמור, הסתיים, נסגר, סגור, abgenommen, geschlossen,
  gelöst, livré, livrée, clos, validé, validée, résolu, entregada, cerrado, cerrada, resuelto, cumplido, entregue, fechado, encerrado, encerrada,
  resolvido, finalizados, chiuso, chiusa, consegnato, risolto, gesloten, opgeleverd, opgelost, ukončené, splnené, vybavené, áno, zaključeno, opravljeno,
  izvedeno, izvršeno, gotov, obavljeno, dovršeno, riješeno, rešeno, завршен, завршена, завршено, урађено, извршено, обављено, готов, приключено, приключила, изпълнено,
  направено, jā, paveikts, slēgts, taip, užbaigta, įvykdyta, padaryta, uždaryta, jah, lõpetatud, tehtud, täidetud, lõppenud, بله, انجام شده, انجام شد, تکمیل,
  تکمیل شده, تکمیل شد, کامل, پایان یافته, تمام شده, اتمام, بسته شده, तैयार, हाँ, पूर्ण, पूरा, पूरा हुआ, समाप्त, संपन्न, terminé(e), terminés, clôturée, fermé, fermée,
  abgenommen, abgerechnet, listo, lista, entregados, concluídos, entregues, completate, terminato, terminata, klaargemaakt, afgewerkt, avklarat, levererat, levert,
  leveret, hazır, teslim edildi, kapatıldı, luovutettu, valmistunut, átadva, livrat, predat, παραδόθηκε, έγινε, 納品済, 納品済み, 実施済, 実施済み, 支払済, 해결됨, 배포완료,
  處理完成, 已验收, 已驗收, 已交付, 已上线, 已上線, sudah dikerjakan, tuntas, đã giao, ดำเนินการแล้ว, ทำแล้ว, أنجز, تم التنفيذ, مغلق, מוכן, סגור`)

export const NONE_WORDS =
  words(`false, unchecked, no, n, nej, nee, não, nie, ne, nei, hayır, ei, nem, ні, nu, όχι, ☐, ✗, ✘, ✕, ×, not started, open, new, to do, todo, to-do,
  planned, pending, backlog, not yet started, scheduled, upcoming, unstarted, ready, draft, proposed, selected for development, triage, -, –, nein,
  non, нет, offen, geplant, nicht begonnen, à faire, non commencé, non commencée, non démarré, pas commencé, pendiente, no iniciado, no iniciada,
  pendente, não iniciado, não iniciada, da fare, non iniziato, te doen, planifié, planifiée, prévu, prévue, planificado, planificada, programado,
  planejado, planejada, previsto, a fazer, a iniciar, por hacer, por iniciar, sin iniciar, pianificato, da iniziare, in attesa, gepland,
  nog niet gestart, nog te starten, nog te doen, nog niet begonnen, niet begonnen, vorgesehen, nicht gestartet, ausstehend, nie rozpoczęto,
  nierozpoczęte, nie rozpoczęte, zaplanowane, planowane, nezahájeno, plánováno, ej påbörjad, inte påbörjad, planerad, planeret, ikke startet,
  ikke påbegyndt, ikke påbegynt, planlagt, başlamadı, başlanmadı, planlandı, bekliyor, yapılacak, ei aloitettu, aloittamatta, tervezett,
  nem kezdődött el, не начата, не начат, запланировано, не розпочато, neînceput, niet gestart, не начато, 未着手, 未対応, 予定, 未実施, 未完了, 未, chưa bắt đầu,
  chưa thực hiện, chưa làm, chưa, belum, belum mulai, belum dimulai, belum dikerjakan, nav sākts, nav uzsākts, plānots, nepradėta, neatlikta,
  planuojama, nije započeto, planirano, не е започнато, nezačaté, alustamata, neîncepută, nevykdoma, 未开始, 未開始, 待开始, 计划中, 미시작, 미착수, 시작 전, 시작전, 예정, 대기,
  do zrobienia, nie zrobione, oczekuje, neprovedeno, nezačato, čeká, к выполнению, новая, новый, ожидает, запланирована, не выполнено, не готово,
  не сделано, до виконання, заплановано, нова, очікує, не виконано, planlanan, att göra, ej startad, inte startad, väntar, ikke begyndt, å gjøre,
  venter, afventer, ikke utført, ikke fullført, tekemättä, suunniteltu, odottaa, nincs kész, elkezdetlen, várakozik, nincs elkezdve, de făcut,
  planificat, nerealizat, în așteptare, δεν ξεκίνησε, δεν έχει ξεκινήσει, εκκρεμεί, προς υλοποίηση, προγραμματισμένο, 準備中, 待機中, 計画中, 대기중, 할 일, 할일,
  진행 전, 진행전, 계획, 待办, 待處理, 待处理, 未完成, 待辦, 尚未開始, akan datang, tertunda, menunggu, rencana, đang chờ, cần làm, chờ xử lý, ยังไม่เริ่ม, ยังไม่ได้เริ่ม,
  รอดำเนินการ, ยังไม่ดำเนินการ, รอ, ยังไม่เสร็จ, لم تبدأ, لم يبدأ, لم تبدأ بعد, لم يبدأ بعد, قيد الانتظار, معلق, טרם התחיל, טרם החל, לא התחיל, ממתין,
  לביצוע, מתוכנן, noch offen, zu erledigen, nicht angefangen, nicht erledigt, en attente, non débuté, non débutée, pas encore commencé, por comenzar,
  sin comenzar, en espera, pendientes, não começou, a começar, em espera, aguardando, non iniziata, da svolgere, da completare, programmato,
  staat open, te starten, moet nog, nezačatá, čaká, treba urobiť, nezahájené, ni začeto, se ni začelo, načrtovano, čaka, za narediti, odprto, nezapočeto, na čekanju,
  u planu, otvoreno, за урадити, није започето, није почело, планирано, на чекању, у плану, незапочето, незапочнато, предстои, планирана, чака, за изпълнение, nav uzsākta,
  gaida, jāizdara, plānota, nebaigta, laukia, suplanuota, reikia padaryti, ootel, tegemata, kavandatud, planeeritud, شروع نشده, آغاز نشده, انجام نشده, در انتظار,
  خیر, برنامه‌ریزی شده, برنامه ریزی شده, معوق, शुरू नहीं हुआ, शुरू नहीं, आरंभ नहीं, प्रारंभ नहीं, लंबित, बाकी, नियोजित, नहीं, zu tun, neu, à planifier, à commencer, à venir,
  nouveau, nouvelle, por realizar, sin empezar, nuevo, nueva, não realizado, novo, nuovo, aperto, nieuw, nowe, nowy, nový, ny, nytt, yeni, uusi, új, nou, νέο, 新規, 새로 만들기,
  未處理, 未处理, 新建, 待确认, 待確認, baru, mới, chưa hoàn thành, ใหม่, جديد, חדש, לא התחילה, 否, いいえ, 아니요, 아니오, không, tidak, ไม่, لا, לא`)

export const BEGUN_WORDS =
  words(`in progress, in-progress, inprogress, started, ongoing, on going, active, working on it, wip, doing, in review, in development, in testing, in test,
  in qa, on track, at risk, off track, in arbeit, in bearbeitung, begonnen, laufend, läuft, in umsetzung, angefangen, en cours,
  en cours de réalisation, commencé, commencée, démarré, en curso, en proceso, en progreso, en ejecución, iniciado, iniciada, em andamento,
  em execução, em progresso, in corso, iniziato, avviato, bezig, loopt, in behandeling, gestart, mee bezig, w trakcie, w toku, rozpoczęte,
  w realizacji, probíhá, rozpracováno, pågår, pågående, påbörjad, igang, i gang, påbegyndt, påbegynt, devam ediyor, sürüyor, başladı, kesken,
  käynnissä, folyamatban, в работе, в процессе, выполняется, начато, начата, в роботі, виконується, în curs, în desfășurare, 進行中, 作業中, 対応中, 着手中, 実施中,
  施工中, 実行中, 着手済, 着手, 進行, 实施中, 執行中, 进行中, 处理中, 开发中, 진행중, 진행 중, đang thực hiện, đang làm, đang tiến hành, đang xử lý, sedang berjalan, sedang dikerjakan,
  dalam proses, dalam pengerjaan, berjalan, procesā, darbā, tiek pildīts, vykdoma, pradėta, u tijeku, u toku, v teku, в процес, prebieha, töös,
  în lucru, în progres, em curso, trwa, rozpoczęto, w trakcie realizacji, v průběhu, v řešení, zahájeno, в процессе выполнения, в процесі,
  в процесі виконання, розпочато, у роботі, devam etmekte, yapılıyor, yürütülüyor, påbörjat, under arbete, i arbete,
  under utførelse, i arbeid, under arbejde, aloitettu, työn alla, menossa, elkezdve, elkezdődött, munka alatt, început, începută, în derulare,
  σε εξέλιξη, ξεκίνησε, υπό εξέλιξη, 実装中, 作成中, 開始, 仕掛中, 仕掛, 작업중, 작업 중, 처리중, 진행, 开始, 正在进行, 處理中, 開發中, sedang proses, mulai, đang diễn ra, กำลังดำเนินการ,
  กำลังทำ, ดำเนินการ, อยู่ระหว่างดำเนินการ, ระหว่างดำเนินการ, قيد التنفيذ, جاري, جارية, جاري العمل, قيد العمل, בביצוע, בתהליך, התחיל, in bearb.,
  démarrée, entamé, en traitement, comenzado, empezado, en marcha, começou, em desenvolvimento, in lavorazione, in svolgimento, in uitvoering,
  onderhanden, rozpracované, v procese, začaté, v riešení, v delu, v izvajanju, začeto, započeto, u izradi, u radu, у току, у раду, започето, в ход, в изпълнение, изпълнява се,
  iesākts, uzsākts, notiek, tiek veikts, įgyvendinama, eigoje, daroma, pooleli, käimas, alustatud, teostamisel, در حال انجام, در حال اجرا, در جریان, شروع شده, आरंभ हुआ,
  प्रगति पर, जारी, चालू, शुरू, प्रगति में, चल रहा है, in uitvoering, in ausführung, en réalisation, en desarrollo, en marcha, em desenvolvimento, in lavorazione, w opracowaniu, pracuje se,
  ведётся, ведется, arbetar, arbejder, jobber, yapım aşamasında, tekeillä, σε πρόοδο, 作成中, 調整中, 確認中, 開発中, 작업중, 작업 중, 처리중, 개발중, 處理中, 開發中, 测试中, 測試中,
  sedang dilakukan, đang triển khai, đang diễn ra, อยู่ระหว่างดำเนินการ, กำลังทำ, جاري, جاري التنفيذ, جارية, جاري العمل, בעבודה, delvis, delvist, teilweise, partiellement, parcial, parcialmente, parziale, gedeeltelijk, częściowo, částečně, частично, частково, osittain, részben, parțial, μερικώς, kısmen, devam, proses, 一部, 部分完成, 일부`)

export const CANCELLED_WORDS =
  words(`cancelled, canceled, cancel, won't do, wont do, won't fix, wontfix, obsolete, rejected, dropped, abandoned, withdrawn, removed, storniert,
  abgebrochen, entfällt, verworfen, annulé, annulée, abandonné, cancelado, cancelada, anulado, annullato, annullata, geannuleerd, vervallen, отменено,
  отменена, отменен, anulowane, anulowany, zrušeno, avbruten, avbrutt, annulleret, iptal, iptal edildi, 中止, 取消, 已取消, 취소, 취소됨, anulowana, odwołane,
  zrušen, zrušena, отменён, скасовано, скасована, відмінено, iptal edilen, inställd, aflyst, avlyst, kansellert, peruutettu, peruttu, keskeytetty,
  törölve, törölt, lemondva, anulat, anulată, ακυρώθηκε, ακυρωμένο, キャンセル, 取消し, 取り消し, 중단, 已中止, 终止, 作废, dibatalkan, batal, đã hủy, hủy, đã huỷ, huỷ,
  hủy bỏ, ยกเลิก, ถูกยกเลิก, ملغي, ملغى, ملغاة, تم الإلغاء, בוטל, בוטלה, מבוטל, gestrichen, supprimé, descartado, suspendido, eliminato, zrušené, zrušená, preklicano, odpovedano, otkazano, poništeno, отказано, отказан, отменено, отпаднало, atcelts, atcelta, atšaukta, atšauktas, nutraukta,
  tühistatud, katkestatud, لغو شده, لغو شد, کنسل, متوقف, रद्द, रद्द किया गया, स्थगित`)
