import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { driveInbound, type InboundWebhook } from '../../../../test/inbound.ts'
import { driveIncidents } from '../../../../test/incidents.ts'
import { inWaves } from '../../../../test/waves.ts'
import { presets } from '../inbound/presets.ts'

const app = await startApp()
const inbound = driveInbound(app)
const incidents = driveIncidents(app)

const create = (preset: string, more: object = {}) =>
  inbound.create({ name: `From ${preset}`, preset, field_mapping: undefined, ...more })
const keyOf = ({ id, secret }: InboundWebhook) => (secret ? `${id}:${secret}` : id)

const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  app.http.inject({
    method: 'POST',
    url: `/compat${url}`,
    headers: { 'content-type': 'application/json', ...headers },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })
const incidentOf = async (webhook: InboundWebhook) => {
  const [call] = (await inbound.calls(webhook, { status: 'created' })).data
  return incidents.get(call!.incident_id!)
}

test.for([false, true])(
  'PagerDuty: an event is triggered, acknowledged and resolved (secret: %s)',
  async (secret_enabled) => {
    const webhook = await create('pagerduty', { secret_enabled })
    // As the client libraries and Alertmanager's pagerduty_configs send it.
    const trigger = {
      routing_key: keyOf(webhook),
      event_action: 'trigger',
      dedup_key: `cpu/web-${secret_enabled}`,
      client: 'Alertmanager',
      client_url: 'https://alertmanager.example.com',
      payload: {
        summary: '[FIRING:1] CPU of web-1 above 95 %',
        source: 'web-1.example.com',
        severity: 'error',
        timestamp: '2026-03-02T08:51:44.000+0000',
        component: 'cpu',
        group: 'web',
        class: 'saturation',
        custom_details: { firing: 'Labels: ...', num_firing: '1' },
      },
      links: [{ href: 'https://grafana.example.com/d/1', text: 'Dashboard' }],
    }
    const { routing_key, dedup_key } = trigger
    for (let i = 0; i < 2; i++) {
      const reply = await post('/pagerduty/v2/enqueue', trigger)
      expect([reply.statusCode, reply.json()]).toEqual([
        202,
        { status: 'success', message: 'Event processed', dedup_key },
      ])
    }
    const { id, ...made } = await incidentOf(webhook)
    expect(made).toMatchObject({ short_description: trigger.payload.summary, priority: 'P2', state: 'new' })
    await post('/pagerduty/v2/enqueue', { routing_key, event_action: 'acknowledge', dedup_key })
    expect(await incidents.get(id)).toMatchObject({ state: 'in_progress', work_notes_count: 1 })
    await post('/pagerduty/v2/enqueue', { routing_key, event_action: 'acknowledge', dedup_key })
    const resolved = await post('/pagerduty/v2/enqueue', {
      routing_key,
      event_action: 'resolve',
      dedup_key,
      client: 'Nagios',
    })
    expect(resolved.statusCode).toBe(202)
    expect(await incidents.get(id)).toMatchObject({ state: 'resolved', work_notes_count: 2 })
    const unknown = await post('/pagerduty/v2/enqueue', {
      routing_key,
      event_action: 'resolve',
      dedup_key: 'never seen',
    })
    expect(unknown.statusCode).toBe(202)
    const statuses = (await inbound.calls(webhook)).data.map(({ status }) => status)
    expect(statuses.toSorted()).toEqual(
      ['created', 'duplicate', 'acknowledged', 'acknowledged', 'resolved', 'ignored'].toSorted(),
    )
  },
)

test.for<[unknown, string]>([
  ['n'.repeat(300), 'n'.repeat(200)],
  [{ name: 'Nagios' }, 'From pagerduty'],
])('PagerDuty: an event without dedup_key gets one, which resolves it (client: %o)', async ([client, by]) => {
  const webhook = await create('pagerduty')
  const event = {
    routing_key: webhook.id,
    event_action: 'trigger',
    payload: { summary: 'Backup failed', source: 'backup-1', severity: 'warning' },
  }
  const { dedup_key } = (await post('/pagerduty/v2/enqueue', event)).json<{ dedup_key: string }>()
  expect(dedup_key).toMatch(/^\w{16}$/)
  await post('/pagerduty/v2/enqueue', { routing_key: webhook.id, event_action: 'resolve', dedup_key, client })
  const { id, state } = await incidentOf(webhook)
  expect(state).toBe('resolved')
  expect(await app.query(`select body from work_notes where incident_id = '${id}'`)).toEqual([
    { body: `Resolved by ${by}` },
  ])
})

const event = {
  event_action: 'trigger',
  payload: { summary: 'x', source: 'y', severity: 'info' },
}
test.for<[string, (key: string) => unknown, string]>([
  ['no object', () => [], 'The event is not an object'],
  ['no JSON', () => '{', 'The body is not valid JSON'],
  ['no routing_key', () => event, "'routing_key' is missing or blank"],
  ['an unknown routing_key', () => ({ ...event, routing_key: 'wh_in_none' }), "'routing_key' is not that of"],
  [
    'a secret that is not needed',
    (key) => ({ ...event, routing_key: `${key}:x` }),
    "'routing_key' is not that of",
  ],
  ['no event_action', (routing_key) => ({ routing_key }), "'event_action' is missing or blank"],
  [
    'an unknown event_action',
    (routing_key) => ({ routing_key, event_action: 'page' }),
    "'event_action' is invalid",
  ],
  ['no payload', (routing_key) => ({ routing_key, event_action: 'trigger' }), "'payload' is missing"],
  [
    'an unknown severity',
    (routing_key) => ({ ...event, routing_key, payload: { ...event.payload, severity: 'fatal' } }),
    "'payload.severity' is invalid",
  ],
  [
    'no dedup_key',
    (routing_key) => ({ routing_key, event_action: 'resolve' }),
    "'dedup_key' is missing or blank",
  ],
  [
    'a long dedup_key',
    (routing_key) => ({ ...event, routing_key, dedup_key: 'x'.repeat(256) }),
    "Length of 'dedup_key'",
  ],
])('PagerDuty: %s is 400 in the format of the original, and has no effect', async ([, bodyOf, error]) => {
  const { id } = await create('pagerduty')
  const before = await inbound.everything()
  const reply = await post('/pagerduty/v2/enqueue', bodyOf(id))
  expect(reply.statusCode).toBe(400)
  const body = reply.json<{ errors: string[] }>()
  expect(body).toMatchObject({ status: 'invalid event', message: 'Event object is invalid' })
  expect(body.errors.join()).toContain(error)
  expect(await inbound.everything()).toEqual(before)
})

test('a wrong secret and a webhook that wants timestamps are refused', async () => {
  const signed = await create('pagerduty', { secret_enabled: true })
  const timed = await create('pagerduty', { secret_enabled: true, require_timestamp: true })
  const inactive = await create('pagerduty', { active: false })
  for (const routing_key of [
    signed.id,
    `${signed.id}:whsec_wrong`,
    `${signed.id}:`,
    keyOf(timed),
    inactive.id,
  ]) {
    const reply = await post('/pagerduty/v2/enqueue', { ...event, routing_key })
    expect([reply.statusCode, reply.json<{ errors: string[] }>().errors]).toEqual([
      400,
      ["'routing_key' is not that of an active inbound webhook"],
    ])
  }
  const refused = await inbound.calls(signed)
  expect(refused.total).toBe(3)
  for (const call of refused.data)
    expect(call).toMatchObject({ status: 'rejected', error: { code: 'unauthenticated' }, payload: '' })
})

test('Opsgenie: an alert is created, acknowledged, noted and closed, by alias and by ID', async () => {
  const webhook = await create('opsgenie', { secret_enabled: true })
  const headers = { authorization: `GenieKey ${keyOf(webhook)}` }
  const alert = presets.opsgenie!.sample as { alias: string; message: string }
  const made = await post('/opsgenie/v2/alerts', alert, headers)
  expect([made.statusCode, made.json()]).toEqual([
    202,
    {
      result: 'Request will be processed',
      took: expect.any(Number),
      requestId: expect.stringMatching(/^INC\w{7}-/),
    },
  ])
  const { requestId } = made.json<{ requestId: string }>()
  const status = await app.http.inject({ url: `/compat/opsgenie/v2/alerts/requests/${requestId}`, headers })
  const { id } = await incidentOf(webhook)
  expect(status.json()).toMatchObject({ data: { isSuccess: true, alertId: id }, requestId })

  const alias = encodeURIComponent(alert.alias)
  const byAlias = (action: string, body: unknown) =>
    post(`/opsgenie/v2/alerts/${alias}/${action}?identifierType=alias`, body, headers)
  expect((await byAlias('acknowledge', { user: 'Ada Marsh', source: 'cli' })).statusCode).toBe(202)
  expect(await incidents.get(id)).toMatchObject({ short_description: alert.message, state: 'in_progress' })
  expect((await byAlias('notes', { user: 'Ada Marsh', note: 'Queue is draining' })).statusCode).toBe(202)
  const closed = await post(
    `/opsgenie/v2/alerts/${id}/close`,
    { user: 'Ada Marsh', note: 'Drained' },
    headers,
  )
  expect(closed.statusCode).toBe(202)
  expect((await incidents.get(id)).state).toBe('resolved')
  const notes = (await app.call('GET', `/incidents/${id}/notes`)).json<{ data: { body: string }[] }>()
  expect(notes.data.map(({ body }) => body)).toEqual([
    'Acknowledged by Ada Marsh',
    'Note by Ada Marsh: Queue is draining',
    'Closed by Ada Marsh: Drained',
  ])
})

test('Opsgenie: an alert with the longest alias, in any script, is closed by it', async () => {
  const webhook = await create('opsgenie')
  const headers = { authorization: `GenieKey ${keyOf(webhook)}` }
  const alias = '漢'.repeat(512)
  expect((await post('/opsgenie/v2/alerts', { message: 'Disk full', alias }, headers)).statusCode).toBe(202)
  const close = `/opsgenie/v2/alerts/${encodeURIComponent(alias)}/close?identifierType=alias`
  expect((await post(close, {}, headers)).statusCode).toBe(202)
  expect((await incidentOf(webhook)).state).toBe('resolved')
})

test.for<[object, string | null]>([
  [
    {
      responders: [
        { id: 't-1', type: 'team' },
        { name: 'Messaging', type: 'team' },
      ],
    },
    'Messaging',
  ],
  [
    { responders: [{ username: 'ada@example.com', type: 'user' }], teams: [{ name: 'Messaging' }] },
    'Messaging',
  ],
  [
    {
      responders: [
        { name: 'Nightly', type: 'escalation' },
        { name: 'Messaging', type: 'team' },
      ],
    },
    'Messaging',
  ],
  [{ responders: [{ name: 'Nightly', type: 'escalation' }] }, 'Nightly'],
  [{ responders: 'Messaging', teams: [null, 'Messaging'] }, null],
])('Opsgenie: the group of %j is %s', async ([more, group]) => {
  const webhook = await create('opsgenie')
  const headers = { authorization: `GenieKey ${keyOf(webhook)}` }
  expect((await post('/opsgenie/v2/alerts', { message: 'Disk full', ...more }, headers)).statusCode).toBe(202)
  expect((await incidentOf(webhook)).assignment_group).toBe(group)
})

test('Opsgenie: the incidents of others cannot be closed by their ID', async () => {
  const { id } = await incidents.create()
  const { id: key } = await create('opsgenie')
  const reply = await post(`/opsgenie/v2/alerts/${id}/close`, {}, { authorization: `GenieKey ${key}` })
  expect(reply.statusCode).toBe(202)
  expect((await incidents.get(id)).state).toBe('new')
})

test.for<[string, string, unknown, string | undefined, number, object]>([
  ['no key', '', { message: 'x' }, '', 401, { message: 'Could not authenticate' }],
  ['an unknown key', '', { message: 'x' }, 'GenieKey wh_in_none', 401, { message: 'Could not authenticate' }],
  ['no message', '', { alias: 'a' }, undefined, 422, { errors: { message: 'Message can not be empty.' } }],
  [
    'a wrong priority',
    '',
    { message: 'x', priority: 'P9' },
    undefined,
    422,
    { errors: { priority: expect.any(String) } },
  ],
  ['no JSON', '', '{', undefined, 422, { message: expect.stringContaining('not valid JSON') }],
  [
    'an empty note',
    '/a/notes?identifierType=alias',
    {},
    undefined,
    422,
    { errors: { note: 'Note can not be empty.' } },
  ],
  [
    'a tiny ID',
    '/12/close?identifierType=tiny',
    {},
    undefined,
    422,
    { errors: { identifierType: expect.any(String) } },
  ],
])(
  'Opsgenie: %s is refused in the format of the original',
  async ([, path, body, authorization, status, expected]) => {
    const { id } = await create('opsgenie')
    const before = await inbound.everything()
    const reply = await post(`/opsgenie/v2/alerts${path}`, body, {
      authorization: authorization ?? `GenieKey ${id}`,
    })
    expect(reply.statusCode).toBe(status)
    expect(reply.json()).toMatchObject({
      ...expected,
      took: expect.any(Number),
      requestId: expect.any(String),
    })
    expect(await inbound.everything()).toEqual(before)
  },
)

test('Alertmanager: a group of alerts fires and is resolved, with the key in the Authorization header', async () => {
  const webhook = await create('alertmanager', { secret_enabled: true })
  const headers = { authorization: `Bearer ${keyOf(webhook)}`, 'user-agent': 'Alertmanager/0.27.0' }
  const { sample, resolving_sample } = presets.alertmanager!
  expect((await post('/alertmanager', sample, headers)).json()).toMatchObject({ status: 'created' })
  expect((await post('/alertmanager', sample, headers)).json()).toMatchObject({ status: 'duplicate' })
  expect((await post('/alertmanager', resolving_sample, headers)).json()).toMatchObject({
    status: 'resolved',
  })
  expect((await post('/alertmanager', sample, { authorization: 'Bearer wrong' })).statusCode).toBe(401)
})

test('each key has its own rate limit', async () => {
  const limited = await startApp({ RATE_LIMIT_USER_PER_SECOND: '3' })
  const { id } = await driveInbound(limited).create({ preset: 'pagerduty', field_mapping: undefined })
  const send = (i: number) =>
    limited.http.inject({
      method: 'POST',
      url: '/compat/pagerduty/v2/enqueue',
      headers: { 'content-type': 'application/json' },
      remoteAddress: `192.0.2.${i}`,
      payload: { ...event, routing_key: id, dedup_key: `${i}` },
    })
  const replies = await inWaves(75, (i) => send(i + 1))
  const refused = replies.find(({ statusCode }) => statusCode === 429)
  expect(refused?.json()).toMatchObject({ status: 'throttle exceeded' })
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
})
