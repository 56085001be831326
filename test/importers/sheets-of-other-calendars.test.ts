// Dates of the calendars of Thailand, Iran and Islam, digits of other scripts, and people joined by the words of their languages.

import t from 'tap'
import { fileDates, lines, read } from './read-sheet.ts'

t.test('years of the Buddhist calendar are ours less 543, and said', async (t) => {
  const { plan, says } = read(
    lines(
      'กิจกรรม,วันเริ่มต้น,วันสิ้นสุด',
      'ขุด,3 มีนาคม 2568,14 มีนาคม 2568',
      'ก่อ,17/03/2568,28/03/2568',
      'ฉาบ,31 มี.ค. 2568,2 พ.ค. 68',
      'ทาสี,5/5/68,9/5/68',
    ),
  )
  t.same(fileDates(plan), [
    ['ขุด', '2025-03-03', '2025-03-14'],
    ['ก่อ', '2025-03-17', '2025-03-28'],
    ['ฉาบ', '2025-03-31', '2025-05-02'],
    ['ทาสี', '2025-05-05', '2025-05-09'],
  ])
  t.ok(says(/8 dates are of another calendar; "3 มีนาคม 2568" is read as 3 มีนาคม 2025/))
})

t.test('a chart of months of Thailand, with strokes for marks', async (t) => {
  const { plan } = read(lines('ที่,กิจกรรม,ต.ค.67,พ.ย.67,ธ.ค.67,ม.ค.68', '1,ขุด,/,,,', '2,ก่อ,,/,/,/'))
  t.same(fileDates(plan), [
    ['ขุด', '2024-10-01', '2024-10-31'],
    ['ก่อ', '2024-11-01', '2025-01-31'],
  ])
})

t.test('dates of the calendar of Iran, in its digits or ours, by number and by name', async (t) => {
  const { plan, says } = read(
    lines(
      'فعالیت,تاریخ شروع,تاریخ پایان,درصد پیشرفت',
      'حفاری,1404/01/16,1404/01/27,۱۰۰',
      'بتن,۱۴۰۴/۰۱/۳۰,۱۴۰۴/۰۲/۱۲,۴۰٪',
      'نما,13 اردیبهشت 1404,۲۰ خرداد ۱۴۰۴,۰',
    ),
  )
  t.same(fileDates(plan), [
    ['حفاری', '2025-04-05', '2025-04-16'],
    ['بتن', '2025-04-19', '2025-05-02'],
    ['نما', '2025-05-03', '2025-06-10'],
  ])
  t.same(
    plan.tasks.map(({ percent_complete }) => percent_complete),
    [100, 40, 0],
  )
  t.ok(says(/6 dates are of another calendar; "1404\/01\/16" is read as 2025-04-05/))
})

t.test('dates of the calendar of Islam, and people joined by a letter', async (t) => {
  const { plan } = read(
    lines(
      'المهمة,المسؤول,تاريخ البداية,تاريخ النهاية',
      'حفر,فهد,١٤٤٦/٠٩/٠١,١٤٤٦/٠٩/١٠',
      'بناء,فهد ونورة,15/10/1446,25/10/1446',
      'تسليم,نورة، وليد,1 ذو القعدة 1446,5 ذو القعدة 1446',
    ),
  )
  t.same(fileDates(plan), [
    ['حفر', '2025-03-01', '2025-03-10'],
    ['بناء', '2025-04-13', '2025-04-23'],
    ['تسليم', '2025-04-29', '2025-05-03'],
  ])
  t.same(
    plan.resources?.map(({ name }) => name),
    ['فهد', 'نورة', 'وليد'],
  )
})

t.test('a name that begins with the letter for and stays whole', async (t) => {
  const { plan } = read(lines('المهمة,المسؤول', 'حفر,أحمد', 'بناء,أحمد وليد'))
  t.same(
    plan.resources?.map(({ name }) => name),
    ['أحمد', 'أحمد وليد'],
  )
})

t.test('numbers and codes that look like years of other calendars stay', async (t) => {
  const { plan, says } = read(
    lines(
      'ID,Task,Start,Finish,Notes',
      '1400,Dig,2025-03-03,2025-03-07,code 1404/01/16',
      '2560,Build,2025-03-10,2025-03-14,',
    ),
  )
  t.same(
    plan.tasks.map(({ id, name, source }) => [id, name, source?.start?.slice(0, 10)]),
    [
      ['1400', 'Dig', '2025-03-03'],
      ['2560', 'Build', '2025-03-10'],
    ],
  )
  t.notOk(says(/calendar/))
})

t.test('years in titles of eras and of the Buddhist calendar are those of dates without one', async (t) => {
  for (const [title, header, days] of [
    ['令和7年度 日程', '作業,開始日,終了日', '5月1日,5月2日'],
    ['民國114年 日程', '工作項目,開始日期,完成日期', '5月1日,5月2日'],
    ['แผนงาน ปี 2568', 'กิจกรรม,วันเริ่มต้น,วันสิ้นสุด', '1 พ.ค.,2 พ.ค.'],
  ] as const) {
    const { plan } = read(lines(title, header, `Dig,${days}`))
    t.same(fileDates(plan), [['Dig', '2025-05-01', '2025-05-02']], title)
  }
})
