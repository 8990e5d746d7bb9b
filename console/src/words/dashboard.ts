const plural = (n: number, one: string, many: string) => `${n.toLocaleString('en')} ${n === 1 ? one : many}`

/** "3 d 4 h", "2 h 5 min", "40 min". */
const minutes = (n: number): string => {
  const whole = Math.round(n)
  const [days, hours, rest] = [Math.floor(whole / 1440), Math.floor((whole % 1440) / 60), whole % 60]
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
  updated: (time: string) => `As of ${time}`,
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
        ? 'The backlog stayed as it was.'
        : rest > 0
          ? `The backlog grew by ${rest.toLocaleString('en')}.`
          : `The backlog shrank by ${(-rest).toLocaleString('en')}.`
    return `${plural(created, 'incident', 'incidents')} created and ${resolved.toLocaleString('en')} resolved in the last ${days} days. ${backlog}`
  },
  time: 'Time to resolve',
  timeSummary: (
    told: {
      mean_minutes_to_resolve: number | null
      by_priority: Record<string, { mean_minutes_to_resolve: number | null }>
    },
    days: number,
  ) => {
    if (told.mean_minutes_to_resolve === null) return `Nothing was resolved in the last ${days} days.`
    const parts = Object.entries(told.by_priority).flatMap(([name, { mean_minutes_to_resolve: mean }]) =>
      mean === null ? [] : [`${name} ${minutes(mean)}`],
    )
    return `${minutes(told.mean_minutes_to_resolve)} on average in the last ${days} days: ${parts.join(', ')}.`
  },
  byPriority: 'Open by priority',
  byState: 'Open by state',
  openSummary: (n: number) =>
    n === 0 ? 'Nothing is open.' : `${plural(n, 'incident', 'incidents')} open now.`,
  groups: 'Busiest groups',
  groupsSummary: (n: number) => (n === 0 ? 'No group has open incidents.' : 'Open incidents of each group.'),
  risk: 'SLA at risk',
  riskNone: 'No open incident is about to run out of time.',
  breachedLately: 'Breached last',
  left: (n: number) => (n < 1 ? 'less than a minute left' : `${minutes(n)} left`),
  over: (n: number) => (n < 1 ? 'just breached' : `breached ${minutes(n)} ago`),
  allAtRisk: (n: number) => `All ${n.toLocaleString('en')} at risk`,
  allBreached: (n: number) => `All ${n.toLocaleString('en')} breached`,
  webhooks: 'Webhook health',
  webhooksNone: 'There is no outbound webhook.',
  webhooksSummary: (failing: number, all: number) =>
    failing === 0
      ? `${plural(all, 'webhook', 'webhooks')}, none of them failing in the last 24 hours.`
      : `${failing} of ${plural(all, 'webhook', 'webhooks')} failing in the last 24 hours.`,
  healths: { healthy: 'Healthy', failing: 'Failing', quiet: 'Quiet', paused: 'Paused' },
  delivered: (delivered: number, failed: number, waiting: number) =>
    [
      `${delivered.toLocaleString('en')} delivered`,
      failed > 0 && `${failed.toLocaleString('en')} failed`,
      waiting > 0 && `${waiting.toLocaleString('en')} waiting`,
    ]
      .filter(Boolean)
      .join(', '),
  toWebhooks: 'All webhooks',
  ai: 'AI use',
  aiSummary: (calls: number, tokens: number, days: number) =>
    calls === 0
      ? `Nothing was asked in the last ${days} days.`
      : `${plural(calls, 'answer', 'answers')} for ${plural(tokens, 'token', 'tokens')} in the last ${days} days.`,
  aiOwn: 'Your own use; managers see everybody’s.',
  tokens: 'Tokens',
  answers: 'Answers',
  cacheHits: 'Cache hits',
  cacheRate: (rate: number, hits: number, asked: number) =>
    `${Math.round(100 * rate)} % (${hits.toLocaleString('en')} of ${asked.toLocaleString('en')})`,
  saved: 'Tokens saved',
  budget: 'Your budget today',
  budgetUsed: (used: number, daily: number) =>
    `${used.toLocaleString('en')} of ${daily.toLocaleString('en')} tokens`,
} as const
