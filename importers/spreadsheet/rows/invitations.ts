/** The last line of many templates, and of their groups: a line to fill in, not a task. */
const IN_ENGLISH =
  /^[^\p{L}]{0,5}(?:insert|add)\b.{0,40}\b(?:rows?|lines?|tasks?)\b.{0,20}\b(?:above|here|below)\b|\binsert\b.{0,12}\b(?:rows?|lines?)\b.{0,12}\b(?:above|below)\b|^click here to (?:create|open|download|try)\b|^enter (?:\p{L}+ ){1,4}here\.?$/iu
/** What is to be inserted, where, and that it is: all three, in whatever order a language has them. */
const PARTS: readonly RegExp[] = [
  /zeilen?|lignes?|filas?|l[íi]neas?|linhas?|righ[ei]|rijen|rij|wiersz|строк|рядк|řád|riadk|sort?(?!\p{L})|rad(?:er)?(?!\p{L})|række|rivej?|satır|rând|redov|行|행|baris|dòng|hàng|แถว/iu,
  /ober|über|darüber|hier|dessus|ici|encima|arriba|aquí|acima|aqui|sopra|boven|hier|powyżej|nad|tu(?!\p{L})|выше|над|сюда|вище|f[öe]l[öe]?tt|f[öe]lé|ovan|over|yläpuolel|üst|yukarı|deasupra|iznad|上|위|atas|di sini|trên|phía trên|ด้านบน|ข้างบน/iu,
  /einf[üu]g|füg|ins[éei]r|ajout|agreg|añad|adicion|aggiung|invoeg|voeg|wstaw|dodaj|встав|добав|додай|vlož|přid|prid|szúr|illessz|infoga|lägg till|inds[æe]t|sett inn|lisää|ekle|adăug|umetn|dodaj|插入|挿入|追加|新增|삽입|추가|sisip|tambah|chèn|thêm|แทรก|เพิ่ม/iu,
]
const LONGEST = 120

/** `Insert new rows above this one`, `Neue Zeilen oberhalb dieser einfügen`, `在此行上方插入新行`. */
export function invitesRows(text: string): boolean {
  return text.length <= LONGEST && (IN_ENGLISH.test(text) || PARTS.every((part) => part.test(text)))
}
