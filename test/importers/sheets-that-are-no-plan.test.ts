// Tables that are no plans: goods, money, measures and logs have names and days too. Seen failing before: each of them was read as
// tasks of a day without a word, a log as 185 tasks called `rename`.
import t from 'tap'
import { readPlan } from '../../importers/read-plan.ts'
import { lines, read } from './read-sheet.ts'

const refusalOf = (text: string) => {
  try {
    read(text)
  } catch (error) {
    return error as { code: string; detail: string }
  }
  return null
}

const NO_PLANS = {
  'a stock list': lines(
    'product_id,name,brand,category,quantity,price',
    '1,Kettle,Acme,Kitchen,9,25.0',
    '2,Lamp,Brill,Light,7,40.5',
    '3,Chair,Sitwell,Office,15,99.0',
  ),
  'goods with the days on which they were bought and go off': lines(
    'id,product_name,buy_date,buy_price,exp_date',
    '4,bread,2026-03-03,1.2,2026-03-19',
    '5,cheese,2026-03-03,1.3,2026-05-23',
    '6,milk,2026-03-04,0.9,2026-03-14',
  ),
  'spare parts with lead times': lines(
    'part_id,description,location,stock,lead_time_days,unit_cost',
    'V9,High-pressure valve,Site A,0,6,85000',
    'V9,High-pressure valve,Site B,1,1,85000',
    'P2,Feed pump,Site B,2,9,41000',
  ),
  'a bank statement': lines(
    'Date,Amount,Description',
    '2026-01-01,-5.50,Coffee Shop',
    '2026-01-02,6000,Salary',
    '2026-01-05,-12.75,Bus Tickets',
  ),
  'a log': lines(
    'timestamp,action,original_path,new_path',
    ...Array.from({ length: 14 }, (_, at) => `2026-03-11T09:16:${10 + at},rename,/a/${at}.doc,/a/${at}.locked`),
  ),
  'measures of the same few machines': lines(
    'cable_name,month,completion_pct,spi,cpi',
    ...Array.from({ length: 24 }, (_, at) => `North ${at % 3},2026-0${1 + (at % 8)},${at}.5,0.${at},1.${at}`),
  ),
  'a register of risks': lines(
    'Risk ID,Event,Probability,Impact,Risk score',
    'R1,Supplier fails,0.3,5,1.5',
    'R2,Staff leave,0.2,4,0.8',
  ),
}

for (const [name, text] of Object.entries(NO_PLANS))
  t.test(`${name} is refused with a word`, async (t) => {
    const refusal = refusalOf(text)
    t.equal(refusal?.code, 'no_name_column')
    t.match(refusal?.detail, /nothing shows that this table is a plan/)
  })

t.test('who says which column names the tasks, or which row is the header, is believed', async (t) => {
  const text = NO_PLANS['a stock list']
  t.equal(readPlan(Buffer.from(text), 'plan.csv', { columnMap: { name: 'name' } }).tasks.length, 3)
  t.equal(readPlan(Buffer.from(text), 'plan.csv', { headerRow: 1 }).tasks.length, 3)
})

t.test('days of school and history are read, and said to show no plan', async (t) => {
  const terms = read(
    lines('Term,Start,End,Holiday', 'Autumn,2026-09-01,2026-12-18,yes', 'Spring,2027-01-05,2027-03-26,no'),
  )
  t.equal(terms.plan.tasks.length, 2)
  t.ok(terms.says(/not certain that this is a plan: nothing but dates/))
  const history = read(
    lines('Date,Event,Where', '1957-10-04,First satellite,Baikonur', '1961-04-12,First man,Baikonur'),
  )
  t.ok(history.says(/not certain that this is a plan: nothing in the headers/))
})

t.test('plans with prices and places are plans: their headers speak of work', async (t) => {
  const texts = [
    lines('Task,Quantity,Unit price,Start,End', 'Dig,20,5.5,2026-03-02,2026-03-06'),
    lines('Item,Quantity,Unit price,Start,Predecessors', 'Dig,20,5.5,2026-03-02,', 'Pour,3,80,2026-03-09,Dig'),
    lines('Name,Owner,Due date,City', 'Ask for a permit,Ann,2026-03-06,Delft'),
    lines('Title,Status,Assigned to,Priority', 'Draw,Done,Ann,1', 'Build,To do,Ben,2'),
    lines('Milestone,Date,Amount', 'Handover,2026-03-06,500'),
    lines('Name,Start,End', 'Dig,2026-03-02,2026-03-06'),
    lines('Name', 'Dig'),
  ]
  for (const text of texts) t.notOk(read(text).says(/not certain/), text)
})

t.test('orders with people and days beside prices are read with a word of doubt', async (t) => {
  const orders = read(
    lines('Product,Supplier,Order date,Quantity,Price', 'Kettle,Acme,2026-03-02,5,25', 'Lamp,Brill,2026-03-03,7,40'),
  )
  t.ok(orders.says(/not certain that this is a plan: hardly anything .* "Quantity", "Price"/))
})

t.test('people with their days are no tasks, and a table of them no plan', async (t) => {
  const text = lines(
    'EmployeeID,EmployeeName,Department,AvailableAt',
    '201,Ann Lee,Site,2026-08-20',
    '381,Ben Fox,Office,2026-08-24',
    '383,Cai Hu,Site,2026-08-25',
  )
  t.equal(refusalOf(text)?.code, 'no_name_column')
  const owned = read(lines('Task,Employee name,Start', 'Dig,Ann Lee,2026-03-02'))
  t.same(owned.fields, ['name', 'assignee', 'start'])
})

t.test('registers say what is uncertain; what has owners, days and states does not', async (t) => {
  const risks = lines(
    'Risk ID,Affected activity / area,Probability,Potential impact,Mitigation strategy',
    'R1,Model development,Low,High,Hold a spare',
    'R2,Sign-off,High,Low,Ask early',
  )
  t.ok(read(risks).says(/not certain .* beside "Probability"/))
  const log = lines(
    'raid_id,description,severity,probability,owner,mitigation,due_date,status',
    'R1,Coverage gap,High,Low,Ann,Escalate,2026-07-17,Open',
    'R2,Vendor late,High,Low,Ben,Chase,2026-07-20,Closed',
  )
  t.notOk(read(log).says(/not certain/))
})

t.test('values of packages month by month and changes of the contract are read with a word of doubt', async (t) => {
  const months = Array.from(
    { length: 24 },
    (_, at) =>
      `2026-${String(1 + (at % 12)).padStart(2, '0')},1.${1 + Math.floor(at / 12)},Package ${Math.floor(at / 12)},${at},2,3,4`,
  )
  t.ok(read(lines('Period,WBS_ID,Work_Package,BCWS,BCWP,ACWP,CPI', ...months)).says(/not certain/))
  const changes = read(
    lines(
      'CO_Number,WBS_ID,Description,Status,Schedule_Impact_Days',
      'C1,1.2,More piles,Approved,28',
      'C2,1.2,Soil,Open,5',
    ),
  )
  t.ok(changes.says(/not certain/))
  t.ok(changes.plan.tasks.every(({ duration }) => duration === 1))
})

t.test('a log with ids, owners and days is one, also where its texts come again', async (t) => {
  const rows = Array.from({ length: 16 }, (_, at) => `R${at},Issue with the interface,Ann,Open,High,2026-03-${10 + at}`)
  t.equal(read(lines('ID,Description,Owner,Status,Impact,TargetDate', ...rows)).plan.tasks.length, 16)
})

t.test('phases with their days are a plan', async (t) => {
  const sheet = read(lines('Phase,Start Date,End Date', 'Survey,2026-07-15,2026-07-24', 'Report,2026-07-27,2026-08-12'))
  t.notOk(sheet.says(/not certain/))
})
