const length = (ms: number) => {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 60) return `${minutes} min`
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours < 48) return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
  return hours % 24 === 0 ? `${hours / 24} days` : `${Math.floor(hours / 24)} days ${hours % 24} h`
}

const records = (n: number) => (n === 1 ? '1 incident' : `${n.toLocaleString('en')} incidents`)

/** The words of what stands within the pages of incidents. */
export const incidentParts = {
  views: {
    title: 'Views',
    all: 'All',
    open: 'Open',
    mine: 'Mine',
    unassigned: 'Unassigned',
    urgent: 'P1 and P2',
    atRisk: 'At risk',
    breached: 'Breached',
    keep: 'Keep this view',
    name: 'Name of the view',
    hint: 'Kept in this browser.',
    drop: (name: string) => `Forget the view ${name}`,
  },
  keyboard: {
    title: 'Keyboard',
    hint: 'Press ? for the keyboard.',
    on: 'Keys act alone, outside of fields',
    keys: {
      '/': 'Search',
      'j ↓': 'Next row',
      'k ↑': 'Row before',
      Enter: 'Open the row',
      x: 'Select the row',
      n: 'New incident',
      '?': 'This help',
    },
  },
  bulk: {
    title: 'Bulk edit',
    select: (id: string) => `Select ${id}`,
    selected: (n: number) => `${records(n)} selected`,
    edit: 'Edit …',
    editTitle: (n: number) => `Edit ${records(n)}`,
    hint: 'Only what you fill in is written. Each incident succeeds or fails on its own.',
    apply: 'Apply',
    clear: 'Clear the selection',
    deleteQuestion: (n: number) =>
      n === 1
        ? '1 incident disappears from every list; it is kept for the audit.'
        : `${n} incidents disappear from every list; they are kept for the audit.`,
    left: (n: number) => `${records(n)} could not be sent; try again with those still selected.`,
    progress: 'Progress',
    under: (processed: number, total: number) => `${processed} of ${total} done …`,
    done: (succeeded: number, failed: number) =>
      failed === 0
        ? `Finished: all ${records(succeeded)} done.`
        : `Finished: ${records(succeeded)} done, ${failed} failed.`,
    failed: 'Failed',
    succeeded: (n: number) => `${records(n)} done`,
    outcomes: {
      created: 'created',
      updated: 'changed',
      unchanged: 'was so already',
      deleted: 'deleted',
      failed: 'failed',
    },
  },
  sla: {
    title: 'SLA',
    explain: 'Explain',
    due: (at: string, left: string) => `To be resolved by ${at} (${left})`,
    breached: (at: string) => `SLA breached: was to be resolved by ${at}`,
    paused: 'SLA: the clock is paused',
    kept: 'SLA: the clock has stopped, in time',
    used: (share: number, target: number) =>
      `${Math.round(100 * share)} % of ${length(target * 60_000)} used`,
    policy: (priority: string, target: number) =>
      `${priority} promises a resolution within ${length(target * 60_000)}.`,
    always: 'Every hour of the day and the week counts.',
    calendar: (name: string) => `Only the hours of the calendar “${name}” count.`,
    counted: (counted: number, remaining: number) =>
      remaining >= 0
        ? `${length(counted)} have counted; ${length(remaining)} are left.`
        : `${length(counted)} have counted; that is ${length(-remaining)} too much.`,
    warning: (at: string, isPast: boolean) =>
      isPast ? `A warning went out at ${at}.` : `A warning goes out at ${at}.`,
    cycle: (n: number) => `It was reopened: this is round ${n}, counted from its start.`,
    segments: 'What has counted',
    columns: { from: 'From', to: 'To', state: 'State', counted: 'Clock' },
    now: 'now',
    clocks: { running: 'counts', paused: 'paused', stopped: 'stopped' },
    length,
  },
  analysis: {
    title: 'Analysis',
    types: { root_cause: 'Root cause', impact: 'Impact', summary: 'Summary' },
    usually: (minutes: number) => `usually resolved in ${length(minutes * 60_000)}`,
    steps: 'Steps',
    evidence: 'What speaks for it',
    impact: (level: string, affected: number) =>
      `${level} impact: ${affected === 1 ? '1 configuration item is' : `${affected} configuration items are`} affected`,
    reasons: 'Why',
    services: 'Services',
    openIncidents: 'Open incidents there',
    keyNotes: 'Notes',
    links: 'Linked',
    by: (model: string, isCached: boolean) => `By ${model}${isCached ? ', from an earlier answer' : ''}`,
  },
} as const
