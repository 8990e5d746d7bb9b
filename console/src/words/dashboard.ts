import { count } from './count.ts'

/** "3 d 4 h", "2 h 5 min", "40 min". */
const minutes = (n: number): string => {
  const rounded = Math.round(n)
  const [days, hours, rest] = [Math.floor(rounded / 1440), Math.floor((rounded % 1440) / 60), rounded % 60]
  if (days > 0) return hours > 0 ? `${days} d ${hours} h` : `${days} d`
  if (hours > 0) return rest > 0 ? `${hours} h ${rest} min` : `${hours} h`
  return `${rest} min`
}

/** For the scale of a chart: one unit only. */
const minutesShort = (n: number): string =>
  n >= 2880 ? `${Math.round(n / 1440)} d` : n >= 120 ? `${Math.round(n / 60)} h` : `${Math.round(n)} min`

export const dashboard = {
  title: 'Dashboard',
  range: 'Period',
  days: (n: number) => `${n} days`,
  updated: (time: string) => `Updated ${time}`,
  noIncidents: 'No incidents yet. This page shows how many are open, at risk and resolved.',
  firstIncident: 'Report the first incident',
  showTable: 'Show as table',
  minutesShort,
  number: (n: number) => n.toLocaleString('en'),
  minutes,
  tiles: {
    open: 'Open',
    at_risk: 'At risk',
    breached: 'SLA breached',
    unassigned: 'Unassigned',
    created: 'Created',
    resolved: 'Resolved',
    mean: 'Mean time to resolve',
    none: '–',
    inDays: (n: number) => `in ${n} days`,
  },
  date: 'Date',
  created: 'Created',
  resolved: 'Resolved',
  mean: 'Mean time to resolve',
  flow: 'Created and resolved',
  flowSummary: (created: number, resolved: number, days: number) => {
    const rest = created - resolved
    const backlog =
      rest === 0
        ? 'The backlog did not change.'
        : rest > 0
          ? `The backlog grew by ${rest.toLocaleString('en')}.`
          : `The backlog shrank by ${(-rest).toLocaleString('en')}.`
    return `${count(created, 'incident')} created and ${resolved.toLocaleString('en')} resolved in the last ${days} days. ${backlog}`
  },
  time: 'Time to resolve',
  timeSummary: (
    statistics: {
      mean_minutes_to_resolve: number | null
      by_priority: Record<string, { mean_minutes_to_resolve: number | null }>
    },
    days: number,
  ) => {
    if (statistics.mean_minutes_to_resolve === null) return `No incidents resolved in the last ${days} days.`
    const parts = Object.entries(statistics.by_priority).flatMap(
      ([name, { mean_minutes_to_resolve: mean }]) => (mean === null ? [] : [`${name} ${minutes(mean)}`]),
    )
    return `${minutes(statistics.mean_minutes_to_resolve)} on average in the last ${days} days: ${parts.join(', ')}.`
  },
  byPriority: 'Open by priority',
  byState: 'Open by state',
  openSummary: (n: number) => (n === 0 ? 'No open incidents.' : `${count(n, 'incident')} open now.`),
  groups: 'Busiest groups',
  groupsSummary: (n: number) => (n === 0 ? 'No group has open incidents.' : 'Open incidents per group.'),
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
      ? `${count(all, 'webhook')}, none of them failing in the last 24 hours.`
      : `${failing} of ${count(all, 'webhook')} failing in the last 24 hours.`,
  healths: { healthy: 'Healthy', failing: 'Failing', quiet: 'No activity', paused: 'Paused' },
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
      ? `No AI requests in the last ${days} days.`
      : `${count(calls, 'answer')} using ${count(tokens, 'token')} in the last ${days} days.`,
  aiOwn: 'Your own usage. Managers see everyone’s.',
  tokens: 'Tokens',
  answers: 'Answers',
  cacheHits: 'Cache hits',
  cacheRate: (rate: number, hits: number, questions: number) =>
    `${Math.round(100 * rate)} % (${hits.toLocaleString('en')} of ${questions.toLocaleString('en')})`,
  saved: 'Tokens saved',
  budget: 'Your budget today',
  budgetUsed: (used: number, daily: number) =>
    `${used.toLocaleString('en')} of ${daily.toLocaleString('en')} tokens`,
} as const
