import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { driveInbound, sign, type InboundWebhook } from '../../../../test/inbound.ts'
import { driveIncidents, expectOk } from '../../../../test/incidents.ts'
import type { Preset } from './presets/preset.ts'

const app = await startApp()
const inbound = driveInbound(app)
const incidents = driveIncidents(app)
const { data: presets, total } = expectOk<{ data: Preset[]; total: number }>(
  await app.call('GET', '/webhooks/inbound/presets'),
  200,
)

test('there are presets, each with a description', () => {
  expect(presets.length).toBeGreaterThan(10)
  expect(total).toBe(presets.length)
  for (const { title, description } of presets)
    for (const text of [title, description]) expect(text).toMatch(/\S{3}/)
})

/** Only GitHub signs in a supported way; the others are created without a secret. */
const secretsFor = (name: string) => ({ secret_enabled: name === 'github' })

function deliver(webhook: InboundWebhook, payload: unknown) {
  // Indented, because the bytes are signed, not the values.
  const body = JSON.stringify(payload, undefined, 2)
  const { preset, secret } = webhook
  return inbound.taken(webhook, body, {
    'content-type': preset === 'cloudwatch' ? 'text/plain; charset=UTF-8' : 'application/json',
    ...(secret && { 'x-hub-signature-256': `sha256=${sign(secret, body)}` }),
  })
}

test.for(presets)('an alert of $name opens one incident, and its recovery resolves it', async (preset) => {
  const { name, sample, resolving_sample } = preset
  const webhook = expectOk<InboundWebhook>(
    await inbound.ask({ name: `From ${name}`, preset: name, ...secretsFor(name) }),
    201,
  )

  const before = await inbound.everything()
  const tried = expectOk<{ status: string; incident: object; dedup_key: string }>(
    await app.call('POST', `/webhooks/inbound/${webhook.id}/test`),
    200,
  )
  expect(tried.status).toBe('would_create')
  expect(tried.dedup_key).toMatch(/\S/)
  expect(await inbound.everything()).toEqual(before)

  const { status, incident_id } = await deliver(webhook, sample)
  expect(status).toBe('created')
  expect(await incidents.get(incident_id!)).toMatchObject({ ...tried.incident, state: 'new' })
  expect(await deliver(webhook, sample)).toEqual({ status: 'duplicate', incident_id })

  expect(await deliver(webhook, resolving_sample)).toEqual({ status: 'resolved', incident_id })
  expect(await incidents.get(incident_id!)).toMatchObject({ state: 'resolved', work_notes_count: 1 })
  const notes = expectOk<{ data: { body: string }[] }>(
    await app.call('GET', `/incidents/${incident_id}/notes`),
    200,
  )
  expect(notes.data).toMatchObject([{ body: `Resolved by From ${name}` }])
  expect((await deliver(webhook, resolving_sample)).status).toBe('ignored')

  const again = await deliver(webhook, sample)
  expect(again.status).toBe('created')
  expect(again.incident_id).not.toBe(incident_id)
  const kept = (await inbound.calls(webhook)).data.map((call) => call.status).toReversed()
  expect(kept).toEqual(['created', 'duplicate', 'resolved', 'ignored', 'created'])
})

test('the ping of GitHub creates nothing', async () => {
  const webhook = await inbound.create({ preset: 'github', field_mapping: undefined, secret_enabled: true })
  const hello = { zen: 'Keep it logically awesome.', hook_id: 1, hook: { type: 'Repository' } }
  expect(await deliver(webhook, hello)).toEqual({ status: 'filtered' })
})
