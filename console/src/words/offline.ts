import { count } from './count.ts'

export const offline = {
  title: 'Mainstay cannot be reached',
  unreachable: 'Mainstay cannot be reached. Check your connection and try again.',
  stays:
    'You can keep working on this page. Changes are kept in this browser and sent when Mainstay is back.',
  waiting: (n: number) => count(n, 'change is waiting', 'changes are waiting'),
  sending: (n: number) => `Sending ${count(n, 'change')} …`,
  refused: (n: number) => count(n, 'change was not accepted', 'changes were not accepted'),
  keptTitle: 'Kept in this browser',
  keptForLater: 'Mainstay cannot be reached. This is kept in this browser and sent when Mainstay is back.',
  show: 'Show changes',
  listTitle: 'Changes to send',
  listHint: 'Changes that you made while Mainstay could not be reached, in the order in which they are sent.',
  note: (id: string) => `Note on ${id}`,
  newRecord: 'New record',
  notOffline: 'This page is not available offline. It opens when Mainstay is back.',
  notNow: 'Not available offline',
  waits: 'Waiting',
  waitsToBeSent: 'Waiting to be sent',
  conflict:
    'Someone else edited this record in the meantime. Compare it with the current record before you overwrite it.',
  tooOld: 'This has been waiting for more than a day. Check whether it is still needed.',
  open: 'Open record',
  overwrite: 'Overwrite',
  sendAgain: 'Send',
  discard: 'Discard',
  discardOne: (title: string) => `Discard: ${title}`,
  signOutTitle: 'Sign out and discard changes',
  signOutQuestion: (n: number) =>
    `${count(n, 'change has', 'changes have')} not been sent yet. Signing out removes ${n === 1 ? 'it' : 'them'} from this browser.`,
  signOut: 'Sign out and discard',
  signOutLater: 'You cannot sign out while Mainstay cannot be reached.',
} as const
