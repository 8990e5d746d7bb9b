import { count } from './count.ts'
import { deliveryStatuses } from './webhook-choices.ts'

/** Outbound webhooks and their deliveries. */

export const outbound = {
  create: 'New outbound webhook',
  empty: 'No outbound webhooks yet. An outbound webhook sends events to another system.',
  first: 'Send events to another system',
  id: 'ID',
  url: 'URL',
  urlHint: 'An https address on the internet, or in a network that your administrator allows',
  events: 'Events',
  eventsHint: 'Choose one or more',
  filters: 'Only when',
  filtersHint: 'All conditions must match. Example of a field: incident.priority',
  headers: 'Custom headers',
  headersHint: 'Sent with every delivery. Values are encrypted and not shown again.',
  savedHeadersHint:
    'Sent with every delivery. Values are encrypted and not shown again. Leave ******** to keep a value. Enter it again if the URL moves to another host.',
  headerName: (n: number) => `Name of header ${n}`,
  headerValue: (n: number) => `Value of header ${n}`,
  addHeader: 'Add header',
  removeHeader: (n: number) => `Remove header ${n}`,
  namePlaceholder: 'X-Api-Key',
  valuePlaceholder: 'Value',
  sign: 'Sign deliveries',
  timeout: 'Timeout in seconds (1 to 30)',
  questions: {
    rotate: 'Creates a new secret. For 24 hours deliveries are signed with the old one too.',
    remove: 'Pending deliveries fail, and the history is no longer shown.',
    pause: 'Deliveries that become due while the webhook is paused fail. They can be replayed later.',
  },
  pausedHint: 'Deliveries that become due now fail. They can be replayed later.',
  rateOf: (delivered: number, ended: number) => `${delivered} of ${ended}`,
} as const

export const deliveries = {
  title: 'Deliveries',
  count: (n: number) => count(n, 'delivery', 'deliveries'),
  empty: 'No deliveries yet. Send a test or wait for an event.',
  sendTest: 'Send a test',
  status: 'Status',
  event: 'Event',
  subject: 'Record',
  attempts: 'Attempts',
  attemptsOf: (n: number) => `${n} of 5`,
  answer: 'Response',
  latency: 'Duration',
  at: 'Created',
  statuses: deliveryStatuses,
  test: 'Test',
  replayed: 'Replay',
  replay: 'Replay',
  replayStarted: 'A new delivery of the same event was queued.',
  replayOf: 'Replay of',
  back: 'Webhook',
  attempt: (n: number) => `Attempt ${n}`,
  http: (status: number) => `HTTP ${status}`,
  duration: (ms: number) => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`),
  retryAfter: (value: string) => `The receiver sent Retry-After: ${value}`,
  noBody: 'The response had no body.',
  answered: (n: number) => `Response to attempt ${n}`,
  noAttempts: 'No attempts yet.',
  next: 'Next attempt',
  due: 'due now',
  ended: 'No more attempts. Replay the delivery once the endpoint recovers.',
  request: 'Request',
  requestHint: 'As it would be sent now; secret values are hidden.',
  header: 'Header',
  value: 'Value',
  body: 'Body',
  errors: {
    timeout: 'Timed out',
    connection_failed: 'Connection failed',
    address_refused: 'Address not allowed',
    dns_failure: 'DNS lookup failed',
    protocol_error: 'Invalid HTTP response',
    invalid_request: 'Invalid request',
    webhook_inactive: 'The webhook was paused',
    webhook_deleted: 'The webhook was deleted',
    internal_error: 'Internal service error',
  } as Record<string, string>,
  tls: (code: string) => `The certificate is not trusted (${code})`,
} as const

export const stats = {
  title: 'Health',
  period: 'Period',
  periods: { day: '24 hours', week: '7 days', month: '30 days' },
  rate: 'Success rate',
  percent: (share: number) => `${(100 * share).toFixed(share === 1 || share === 0 ? 0 : 1)} %`,
  delivered: 'Delivered',
  failed: 'Failed',
  waiting: 'Waiting',
  median: 'Median',
  slow: 'p95',
  lastFailure: 'Last failure',
  none: '–',
  chart: (delivered: number, failed: number, waiting: number) =>
    `Deliveries over time: ${delivered} delivered, ${failed} failed, ${waiting} waiting`,
} as const

export const replayRange = {
  open: 'Replay range',
  title: 'Replay range',
  about:
    'Sends each delivery of this range again. Receivers recognise a repeated event by its X-Service-Event-Id.',
  since: 'From',
  until: 'Until',
  status: 'Status',
  start: 'Replay',
  progress: (done: number, total: number) => `${done} of ${count(total, 'delivery', 'deliveries')} replayed`,
  failures: (n: number) => `${n} could not be replayed`,
  finished: 'Done.',
} as const

export const testDelivery = {
  title: 'Test',
  about: 'Sends a sample now, marked as a test, and shows the response.',
  event: 'Event',
  send: 'Send test',
  again: 'Send again',
} as const
