import { duration } from './duration.ts'

export const myWork = {
  title: 'My work',
  counted: (title: string, total: number) => `${title} (${total.toLocaleString('en')})`,
  all: (total: number) => `All ${total.toLocaleString('en')}`,
  mine: 'Assigned to me',
  mineEmpty: 'No open incidents are assigned to you.',
  unassigned: 'Unassigned',
  noneUnassigned: 'No unassigned incidents.',
  unassignedOfGroups: 'Unassigned in my groups',
  noneOfGroups: (groups: string) => `No unassigned incidents in ${groups}.`,
  take: 'Assign to me',
  takeOne: (id: string) => `Assign to me: ${id}`,
  taken: (id: string) => `${id} is assigned to you`,
  takenByOther: (id: string, name: string) => `${id} is already assigned to ${name}`,
  approvals: 'Awaiting my approval',
  approvalsEmpty: 'No approvals are waiting for you.',
  others: 'My changes and requests',
  othersEmpty: 'No open changes or requests are assigned to you.',
  requested: 'Requested for me',
  requestedEmpty: 'You have no open requests.',
  watched: 'Watched',
  watchedEmpty: 'You watch no records. Use Watch on a record to follow its changes.',
  paused: 'Paused',
  due: (time: string, minutes: number) =>
    `Due ${time} (${minutes < 1 ? 'less than a minute' : duration(minutes)} left)`,
  late: (minutes: number) => (minutes < 1 ? 'Overdue' : `${duration(minutes)} overdue`),
} as const
