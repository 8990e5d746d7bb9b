import { day } from '@mainstay/server/dist/kernel/durations.js'
import { timeOf } from './asking.ts'
import { at, type Figure } from './report.ts'
import type { Service } from './service.ts'

/** Sequential calls: the latency for a single user of a large service. */
interface SingleCall {
  name: string
  path: string
  /** Makes it a POST; different each time, because answers are cached. */
  body?: (n: number) => unknown
}

const ago = (days: number) => new Date(Date.now() - days * day).toISOString()
const open = 'state=new,in_progress,on_hold,reopened'
const list = (name: string, query: string): SingleCall => ({ name, path: `/incidents?${query}` })
const asked = (name: string, question: (n: number) => string): SingleCall => ({
  name,
  path: '/ai/query',
  body: (n) => ({ query: question(n) }),
})

const singleCalls: SingleCall[] = [
  list('sort by SLA', 'sort=sla_breach_at&order=asc'),
  list('sort by SLA, latest first', 'sort=sla_breach_at&order=desc'),
  list('sla=breached', 'sla=breached'),
  list('sla=breached by SLA', 'sla=breached&sort=sla_breach_at&order=asc'),
  list('sla=at_risk by SLA', 'sla=at_risk&sort=sla_breach_at&order=asc'),
  list('open and unassigned', `${open}&unassigned=true&limit=100`),
  list('of an assignee', 'assigned_to=agent7@example.com'),
  list('created in 700 days', `created_after=${ago(700)}`),
  list('created in 1,000 days, closed', `created_after=${ago(1000)}&state=closed`),
  list('a word in a fifteenth', 'q=payroll'),
  list('a word in a fifteenth, by SLA', 'q=payroll&sort=sla_breach_at&order=asc'),
  list('a word in a fifteenth, open', `q=payroll&${open}`),
  list('a word in a fifteenth, open and P2', `q=payroll&${open}&priority=P2`),
  list('a word in most', 'q=queue'),
  list('two words in most', 'q=queue%20log'),
  list('two words', 'q=payroll%20garbled'),
  list('page of an export', 'limit=200'),
  { name: 'find a number', path: '/search?q=inc5000' },
  { name: 'find a common word', path: '/search?q=payroll' },
  { name: 'find the beginning of a word', path: '/search?q=pay' },
  { name: 'find two words', path: '/search?q=payroll%20garbled' },
  { name: 'find three words', path: '/search?q=payroll%20garbled%20lisbon' },
  { name: 'find a rare word with a mistake', path: '/search?q=zebrafsh' },
  { name: 'statistics of 30 days', path: '/statistics/incidents?days=30' },
  { name: 'statistics of 365 days', path: '/statistics/incidents?days=365' },
  {
    name: 'statistics of 365 days, one group',
    path: '/statistics/incidents?days=365&assignment_group=group-7',
  },
  {
    name: 'statistics of 365 days, one group and category',
    path: '/statistics/incidents?days=365&assignment_group=group-7&category=email',
  },
  {
    name: 'exemplars',
    path: '/ai/exemplars',
    body: (n) => ({
      record_type: 'incident',
      description: `payroll garbled in lisbon after update ${n} of node ${n + 7}`,
    }),
  },
  asked('copilot: how many breached', (n) => `how many P${1 + (n % 4)} incidents breached their sla`),
  asked('copilot: how many created', (n) => `how many incidents were created in the last ${100 + n} days`),
  asked('copilot: mean time by group', (n) => `mean time to resolve by group in the last ${300 + n} days`),
  asked('copilot: open by assignee', (n) => `open P${1 + (n % 4)} incidents by assignee`),
  asked('copilot: how many with a word', (n) => `how many P${1 + (n % 4)} incidents contain payroll`),
  asked('copilot: list with a word', (n) => `list all P${1 + (n % 4)} incidents that contain payroll`),
]

const samples = 20
/** Stays below the limit of the copilot: 60 questions a minute over all rows. */
const questions = 10
const most = 50
const ratio = 1.5

/** Alternates large and small, so that other load affects both. */
export async function measureSingleCalls(large: Service, small: Service, only: string): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const call of singleCalls.filter(({ name }) => name.includes(only))) {
    const times: [number[], number[]] = [[], []]
    for (let n = 0; n < (call.path === '/ai/query' ? questions : samples); n++)
      for (const [i, service] of [large, small].entries())
        times[i]!.push(await timeOf(() => send(service, call, n)))
    const [[p50, p95], [p50Small, p95Small]] = times.map(quantilesOf) as [string[], string[]]
    figures.push({
      row: call.name,
      figure: `p50 ${p50} ms, p95 ${p95} ms; with a hundredth ${p50Small} and ${p95Small} ms`,
      bound: `p95 under ${most} ms, or p50 at most ${ratio} times`,
    })
  }
  return figures
}

function quantilesOf(times: number[]): string[] {
  const sorted = times.toSorted((a, b) => a - b)
  return [0.5, 0.95].map((share) => at(sorted, share).toFixed(1))
}

const send = (service: Service, { path, body }: SingleCall, n: number) =>
  body ? service.post(path, body(n)) : service.get(path)
