import { count } from './count.ts'
import { duration as minutes } from './duration.ts'
import { percent } from './percent.ts'

interface Period {
  from: string
  to: string
  days: readonly unknown[]
}

const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const dateOf = (date: string) => day.format(new Date(date))

/** "in the last 30 days", or the dates. */
const period = ({ from, to, days }: Period): string =>
  to === new Date().toISOString().slice(0, 10)
    ? lastDays(days.length)
    : from === to
      ? `on ${dateOf(from)}`
      : `from ${dateOf(from)} to ${dateOf(to)}`

interface Compliance {
  resolved: number
  resolved_within_sla: number
  sla_compliance: number | null
}

/** Not broken before the sign. */
const compliance = (share: number) => percent(share, 1).replace(' ', '\u00A0')

const lastDays = (n: number) => (n === 1 ? 'today' : `in the last ${count(n, 'day')}`)

export const reports = {
  title: 'Reports',
  group: 'Group',
  allGroups: 'All groups',
  showAllGroups: 'Show all groups',
  range: 'Period',
  from: 'From',
  to: 'To',
  period,
  csv: 'CSV',
  fileName: (title: string, rows: readonly (readonly string[])[]) =>
    `${title
      .toLowerCase()
      .trim()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')}-${rows[0]?.[0]}-${rows.at(-1)?.[0]}`,
  days: (n: number) => `${n} days`,
  updated: (time: string) => `Updated ${time}. Days are counted in UTC.`,
  noIncidents: 'No incidents yet. This page shows how many are open, at risk and resolved.',
  quiet: (statistics: Period) => `No incidents created, resolved or cancelled ${period(statistics)}.`,
  showTable: 'Show as table',
  number: (n: number) => n.toLocaleString('en'),
  minutes,
  compliance,
  late: (n: number, statistics: Period) => `${n.toLocaleString('en')} late ${period(statistics)}`,
  tiles: {
    open: 'Open',
    at_risk: 'At risk',
    breached: 'SLA breached',
    unassigned: 'Unassigned',
    within_sla: 'Resolved within SLA',
    none: '–',
  },
  date: 'Date (UTC)',
  created: 'Created',
  resolved: 'Resolved',
  cancelled: 'Cancelled',
  withinSla: 'Within SLA',
  mean: 'Mean time to resolve',
  meanMinutes: 'Mean time to resolve (minutes)',
  flow: 'Created, resolved and cancelled',
  flowSummary: (
    statistics: Period & { created: number; resolved: number; cancelled: number; backlog_change: number },
  ) => {
    const { created, resolved, cancelled, backlog_change: change } = statistics
    const backlog =
      change === 0
        ? 'The backlog did not change.'
        : `The backlog ${change > 0 ? 'grew' : 'shrank'} by ${Math.abs(change).toLocaleString('en')}.`
    const ended = `${resolved.toLocaleString('en')} resolved and ${cancelled.toLocaleString('en')} cancelled`
    return `${count(created, 'incident')} created, ${ended} ${period(statistics)}. ${backlog}`
  },
  time: 'Time to resolve',
  timeSummary: (
    statistics: Period & {
      mean_minutes_to_resolve: number | null
      by_priority: Record<string, { mean_minutes_to_resolve: number | null }>
    },
  ) => {
    if (statistics.mean_minutes_to_resolve === null) return `No incidents resolved ${period(statistics)}.`
    const parts = Object.entries(statistics.by_priority).flatMap(
      ([name, { mean_minutes_to_resolve: mean }]) => (mean === null ? [] : [`${name} ${minutes(mean)}`]),
    )
    return `${minutes(statistics.mean_minutes_to_resolve)} on average ${period(statistics)}: ${parts.join(', ')}.`
  },
  slaSummary: (statistics: Compliance & { by_priority: Record<string, Compliance> }) => {
    const { resolved, resolved_within_sla: met, sla_compliance: share } = statistics
    if (share === null) return ''
    const parts = Object.entries(statistics.by_priority).flatMap(([name, { sla_compliance }]) =>
      sla_compliance === null ? [] : [`${name} ${compliance(sla_compliance)}`],
    )
    const all = `${met.toLocaleString('en')} of ${resolved.toLocaleString('en')}`
    return `${all} resolved within SLA (${compliance(share)}): ${parts.join(', ')}.`
  },
  byPriority: 'Open by priority',
  byState: 'Open by state',
  openSummary: (n: number) => (n === 0 ? 'No open incidents.' : `${count(n, 'incident')} open now.`),
  groups: 'Busiest groups',
  groupsSummary: (n: number) => (n === 0 ? 'No open incidents.' : 'Open incidents per group.'),
  risk: 'SLA at risk',
  riskNone: 'No open incidents are at risk.',
  breachedLately: 'Recently breached',
  left: (n: number) => (n < 1 ? 'less than a minute left' : `${minutes(n)} left`),
  over: (n: number) => (n < 1 ? 'just breached' : `breached ${minutes(n)} ago`),
  allAtRisk: (n: number) => `All ${n.toLocaleString('en')} at risk`,
  allBreached: (n: number) => `All ${n.toLocaleString('en')} breached`,
  webhooks: 'Webhook health',
  webhooksNone: 'No outbound webhooks yet.',
  webhooksSummary: (failing: number, all: number) =>
    failing === 0
      ? `${count(all, 'webhook')}, none failing in the last 24 hours.`
      : `${failing} of ${count(all, 'webhook')} failing in the last 24 hours.`,
  delivered: (delivered: number, failed: number, waiting: number) =>
    [
      `${delivered.toLocaleString('en')} delivered`,
      failed > 0 && `${failed.toLocaleString('en')} failed`,
      waiting > 0 && `${waiting.toLocaleString('en')} waiting`,
    ]
      .filter(Boolean)
      .join(', '),
  toWebhooks: 'All webhooks',
  ai: 'AI usage',
  aiSummary: (calls: number, tokens: number, days: number) =>
    calls === 0
      ? `No AI requests ${lastDays(days)}.`
      : `${count(calls, 'answer')} using ${count(tokens, 'token')} ${lastDays(days)}.`,
  aiOwn: 'Your own usage. Managers see everyone’s.',
  tokens: 'Tokens',
  answers: 'Answers',
  cacheHits: 'Cache hits',
  cacheRate: (rate: number, hits: number, questions: number) =>
    `${percent(rate)} (${hits.toLocaleString('en')} of ${questions.toLocaleString('en')})`,
  saved: 'Tokens saved',
  budget: 'Your budget today',
  budgetUsed: (used: number, daily: number) =>
    `${used.toLocaleString('en')} of ${daily.toLocaleString('en')} tokens`,
} as const
