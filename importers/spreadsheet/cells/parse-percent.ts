import { halfWidth } from './half-width.ts'
import { foldAccents } from './month-names.ts'
import { parseNumber } from './parse-number.ts'

/** What boxes that are ticked and columns named Done say. */
const ALL_WORDS = new Set(
  foldAccents(`true yes y x checked tak ano evet kyllä igen igaz так ναι done complete completed finished closed resolved accepted fixed verified shipped released delivered launched deployed merged published achieved ✓ ✔ ☑ ○ ◯ 〇 ja oui si sim да erledigt fertig abgeschlossen
  terminé achevé fini completado terminado hecho concluído concluída completato finito voltooid klaar gereed
  выполнено выполнен выполнена завершено завершён завершен завершена сделано готово 完了 済 済み 完成 已完成 완료 완료됨
  terminée achevée completada terminada concluso completata fait faite réalisé réalisée clôturé hecha realizado realizada finalizado finalizada entregado pronto feito feita fatto fatta conclusa afgerond gedaan
  zakończone zakończony ukończone ukończony gotowe wykonane hotovo dokončeno splněno klar klart färdig färdigt slutförd færdig afsluttet utført fullført ferdig
  tamamlandı bitti tamam valmis kész készen elkészült befejezve завершено виконано finalizat încheiat ολοκληρώθηκε
  selesai beres pabeigts pabeigta izpildīts izpildīta atlikta atliktas baigta završeno gotovo urađeno končano завършено dokončené hotové valminud xong 済み 完了済 完了済み 対応済 対応済み 终了 結束 已結束 已完工 terminés terminées finies finis acabado acabada`).split(
    /\s+/,
  ),
)
for (const words of ['hoàn thành', 'đã hoàn thành', 'đã xong', 'sudah selesai']) ALL_WORDS.add(foldAccents(words))
const NONE_WORDS = new Set(
  foldAccents(`false, unchecked, no, n, nej, nee, não, nie, ne, nei, hayır, ei, nem, ні, nu, όχι, ☐, ✗, ✘, ✕, ×, not started, open, new, to do, todo, to-do, planned, pending, backlog, not yet started, scheduled, upcoming, unstarted, ready, draft, proposed, selected for development, triage, -, –, nein, non, нет, offen, geplant
  nicht begonnen, à faire, non commencé, non commencée, non démarré, pas commencé, pendiente, no iniciado, no iniciada, pendente, não iniciado, não iniciada, da fare, non iniziato, te doen
  planifié, planifiée, prévu, prévue, planificado, planificada, programado, planejado, planejada, previsto, a fazer, a iniciar, por hacer, por iniciar, sin iniciar
  pianificato, da iniziare, in attesa, gepland, nog niet gestart, nog te starten, nog te doen, nog niet begonnen, niet begonnen, vorgesehen, nicht gestartet, ausstehend
  nie rozpoczęto, nierozpoczęte, nie rozpoczęte, zaplanowane, planowane, nezahájeno, plánováno, ej påbörjad, inte påbörjad, planerad, planeret, ikke startet, ikke påbegyndt, ikke påbegynt, planlagt
  başlamadı, başlanmadı, planlandı, bekliyor, yapılacak, ei aloitettu, aloittamatta, tervezett, nem kezdődött el, не начата, не начат, запланировано, не розпочато, neînceput
  niet gestart, не начато, 未着手, 未対応, 予定, 未実施, 未完了, 未, chưa bắt đầu, chưa thực hiện, chưa làm, chưa, belum, belum mulai, belum dimulai, belum dikerjakan, nav sākts, nav uzsākts, plānots, nepradėta, neatlikta, planuojama, nije započeto, planirano, не е започнато, nezačaté, alustamata, neînceput, neîncepută, nevykdoma, 未开始, 未開始, 待开始, 计划中, 미시작, 미착수, 시작 전, 시작전, 예정, 대기`).split(
    /,\s*|\n\s*/,
  ),
)
const BEGUN_WORDS = new Set(
  foldAccents(`in progress, in-progress, inprogress, started, ongoing, on going, active, working on it, wip, doing, in review, in development, in testing, in test, in qa, on track, at risk, off track, in arbeit
  in bearbeitung, begonnen, laufend, läuft, in umsetzung, angefangen, en cours, en cours de réalisation, commencé, commencée, démarré, en curso
  en proceso, en progreso, en ejecución, iniciado, iniciada, em andamento, em execução, em progresso, in corso, iniziato, avviato, bezig, loopt, in behandeling, gestart, mee bezig
  w trakcie, w toku, rozpoczęte, w realizacji, probíhá, rozpracováno, pågår, pågående, påbörjad, igang, i gang, påbegyndt, påbegynt, devam ediyor, sürüyor, başladı
  kesken, käynnissä, folyamatban, в работе, в процессе, выполняется, начато, начата, в роботі, виконується, în curs, în desfășurare
  進行中, 作業中, 対応中, 着手中, 実施中, 施工中, 実行中, 着手済, 着手, 進行, 实施中, 執行中, 进行中, 处理中, 开发中, 진행중, 진행 중, đang thực hiện, đang làm, đang tiến hành, đang xử lý, sedang berjalan, sedang dikerjakan, dalam proses, dalam pengerjaan, berjalan, procesā, darbā, tiek pildīts, vykdoma, pradėta, u tijeku, u toku, v teku, в процес, prebieha, töös, în lucru, în progres, em curso, em progresso, em execução`).split(
    /,\s*|\n\s*/,
  ),
)

const CANCELLED_WORDS = new Set(
  foldAccents(`cancelled, canceled, cancel, won't do, wont do, won't fix, wontfix, obsolete, rejected, dropped, abandoned, withdrawn, removed, storniert, abgebrochen, entfällt, verworfen, annulé, annulée
  abandonné, cancelado, cancelada, anulado, annullato, annullata, geannuleerd, vervallen, отменено, отменена, отменен, anulowane, anulowany, zrušeno, avbruten
  avbrutt, annulleret, iptal, iptal edildi, 中止, 取消, 已取消, 취소, 취소됨`).split(/,\s*|\n\s*/),
)

/** Whether a state says that a row will not be done. */
export function saysCancelled(text: string): boolean {
  return CANCELLED_WORDS.has(foldAccents(text.trim()))
}

const WHOLE = /^(\d{1,3})%?$/
/** `3/4`, `3 of 4`: as much as that of all parts. */
const SHARE = /^(\d{1,5})\s?(?:\/|of|von|de|sur|из|av|af|z|di|van)\s?(\d{1,5})$/i

/** `50`, `50%`, `0.5` or a plain yes or no as 0 to 100; a fraction is told by its decimal mark. Null when unreadable. */
export function parsePercent(text: string): number | null {
  const bare = halfWidth(text.trim())
  // Most cells are a whole number.
  const whole = WHOLE.exec(bare)
  if (whole !== null) return Math.min(100, Number(whole[1]))
  const word = foldAccents(bare)
  if (ALL_WORDS.has(word)) return 100
  if (NONE_WORDS.has(word)) return 0
  const share = SHARE.exec(bare)
  if (share !== null && Number(share[1]) <= Number(share[2]) && Number(share[2]) > 0)
    return Math.round((Number(share[1]) / Number(share[2])) * 10_000) / 100
  const worded = bare
    .replace(/^%\s?(?=\d[\d.,]*$)(.*)$/, '$1%')
    .replace(/^(?:[~≈]|(?:ca|approx|about)\b\.?)\s*/i, '')
    .replace(/\s*(?:percent|pct|prozent|procent|pour ?cent|por ?ciento|por ?cento|per ?cento|процентов)\.?$/i, '%')
  const hasSign = worded.endsWith('%')
  const number = parseNumber(hasSign ? worded.slice(0, -1) : worded)
  if (number === null) return null
  const isFraction = !hasSign && /[.,]/.test(bare) && number > 0 && number <= 1
  const percent = isFraction ? number * 100 : number
  return Math.round(Math.min(100, Math.max(0, percent)) * 100) / 100
}

/** Whether a cell says that work has begun, and not how much of it is done. */
export function saysBegun(text: string): boolean {
  return BEGUN_WORDS.has(foldAccents(text.trim()))
}

/** Whether a cell says in words that all is done, that nothing is, or that work has begun. */
export function saysState(text: string): boolean {
  const word = foldAccents(text.trim())
  return ALL_WORDS.has(word) || NONE_WORDS.has(word) || BEGUN_WORDS.has(word)
}

/**
 * Whether the bare numbers of a column are fractions throughout, so that its 1 means all: some are 1 and none is above.
 */
export function countsInFractions(cells: readonly string[]): boolean {
  let hasOne = false
  for (const cell of cells) {
    if (cell === '' || cell.endsWith('%')) continue
    const number = parseNumber(cell)
    if (number === null) continue
    if (number > 1 || number < 0) return false
    if (number === 1) hasOne = true
  }
  return hasOne
}
