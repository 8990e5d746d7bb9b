import type { Finding, OutboundHealth, OutboundWebhook } from '@mainstay/sdk'

const gibibyte = 2 ** 30

const ok = (check: string, detail: string): Finding => ({ check, status: 'ok', detail })
const finding =
  (status: Finding['status']) =>
  (check: string, detail: string, advice: string): Finding => ({ check, status, detail, advice })
const [warning, problem] = [finding('warning'), finding('problem')]

/** The service judges its own clocks. Half of the time that the question took is unknown. */
export function judgeLocalClock(time: string, here: number, roundTrip: number): Finding {
  const apart = Math.max(0, Math.abs(Date.parse(time) - here) - roundTrip)
  const detail = `this machine and the service are ${Math.round(apart)} ms apart`
  const advice = 'Let NTP (systemd-timesyncd, chrony) set the clocks: signatures and tokens depend on them'
  if (apart > 60_000) return problem('Local clock', detail, advice)
  if (apart > 5000) return warning('Local clock', detail, advice)
  return ok('Local clock', detail)
}

export function judgeWebhooks(webhooks: OutboundWebhook[], health: OutboundHealth[]): Finding {
  const names = new Map(webhooks.filter(({ active }) => active).map(({ id, name }) => [id, name]))
  const failing = health.filter(({ webhook_id, failed }) => failed > 0 && names.has(webhook_id))
  const waiting = health.reduce((sum, one) => sum + one.waiting, 0)
  if (failing.length === 0) return ok('Webhooks', `${names.size} active, none failing, ${waiting} waiting`)
  const list = failing
    .map(({ webhook_id, failed }) => `${names.get(webhook_id)} (${failed} failed)`)
    .join(', ')
  return warning(
    'Webhooks',
    `failing in the last 24 hours: ${list}`,
    `See why with mainstay webhook deliveries ${failing[0]!.webhook_id} --status failed; then mainstay webhook replay --webhook ${failing[0]!.webhook_id}`,
  )
}

/** The disk of a service that does not answer, which it judges itself otherwise. */
export function judgeDisk(free_bytes: number, folder: string): Finding {
  const detail = `${(free_bytes / gibibyte).toFixed(1)} GiB free (${folder})`
  if (free_bytes > gibibyte / 4) return ok('Disk', detail)
  return problem('Disk', detail, 'Free space: a full disk stops the database')
}
