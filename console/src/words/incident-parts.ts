import { duration } from './duration.ts'

const minute = 60_000
const length = (ms: number) => duration(ms / minute)

/** A time that runs is never nothing. */
const runningLength = (ms: number) => (ms < minute ? 'less than a minute' : length(ms))

const wholeMinutes = (ms: number) => Math.floor(ms / minute) * minute

/** In the last hour seconds count. */
const shortLength = (ms: number) => {
  const seconds = Math.floor(ms / 1000)
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`
}

export const incidentParts = {
  views: { unassigned: 'Unassigned', urgent: 'P1 and P2', atRisk: 'At risk', breached: 'Breached' },
  countdown: {
    left: (ms: number) => (ms < 3_600_000 ? shortLength(ms) : length(wholeMinutes(ms))),
    overdue: (ms: number) => (ms < minute ? 'Overdue' : `${length(ms)} overdue`),
    met: 'Met',
    dueAt: (at: string) => `Due ${at}`,
  },
  sla: {
    title: 'SLA',
    explain: 'Explain the SLA',
    due: (at: string, left: number) => `Due ${at} (${runningLength(left)} left)`,
    overdue: (at: string, over: number) => `Overdue since ${at} (${runningLength(over)})`,
    breached: 'SLA breached',
    paused: 'SLA paused while on hold',
    met: 'SLA met',
    cancelled: 'SLA not counted',
    policy: (priority: string, target: number) =>
      `${priority} target: resolve within ${length(target * 60_000)}.`,
    always: 'The clock runs 24/7.',
    calendar: (name: string) => `The clock runs during the hours of the calendar “${name}”.`,
    counted: (counted: number, remaining: number) =>
      remaining >= 0
        ? `${length(counted)} elapsed, ${runningLength(remaining)} left.`
        : `${length(counted)} elapsed, ${runningLength(-remaining)} over target.`,
    warning: (at: string, isPast: boolean) =>
      isPast ? `A warning was sent at ${at}.` : `A warning will be sent at ${at}.`,
    reopened: 'The incident was reopened. The time before it was resolved still counts.',
    segments: 'Clock history',
    columns: { from: 'From', to: 'To', state: 'State', counted: 'Clock' },
    now: 'now',
    clocks: { running: 'running', paused: 'paused', stopped: 'stopped' },
    length,
  },
  analysis: {
    title: 'Analysis',
    types: { root_cause: 'Root cause', impact: 'Impact', summary: 'Summary' },
    usualDuration: (minutes: number) => `usually resolved in ${length(minutes * 60_000)}`,
    steps: 'Steps',
    evidence: 'Evidence',
    impact: (level: string, affected: number) =>
      `${level} impact: ${affected === 1 ? '1 configuration item is' : `${affected} configuration items are`} affected`,
    reasons: 'Why',
    services: 'Services',
    openIncidents: 'Related open incidents',
    keyNotes: 'Key notes',
    links: 'Linked records',
    by: (model: string, isCached: boolean) => `By ${model}${isCached ? ', cached' : ''}`,
  },
} as const
