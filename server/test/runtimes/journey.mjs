// The main journey of the SDK, for every runtime: only Web APIs, and `process.env`, which all of them have.
import {
  ConflictError,
  ConnectionError,
  Mainstay,
  ValidationError,
  verifyWebhook,
  verifyWebhookRequest,
} from '@mainstay/sdk'

const { url, losing_creates, losing_update, client_id, client_secret, delivery, secret } = JSON.parse(
  process.env.JOURNEY,
)
const connect = (baseUrl) =>
  new Mainstay({ baseUrl, clientId: client_id, clientSecret: client_secret, retry: { minDelay: 20 } })
const client = connect(url)
const nameOf = (promise) =>
  promise.then(
    () => 'none',
    ({ name }) => name,
  )
const done = {}

const stop = new AbortController()
const stream = client.events.stream({ types: ['incident.created', 'incident.resolved'], signal: stop.signal })
const events = []
let resolved
const streaming = (async () => {
  for await (const event of stream) {
    events.push(event)
    if (event.type === 'incident.resolved') resolved()
  }
})()
while (stream.position === undefined) await new Promise((resolve) => setTimeout(resolve, 20))

const incident = await client.incidents.create({ short_description: 'Mail is down – Zürich', priority: 'P2' })
const started = { state: 'in_progress' }
done.state = (await client.incidents.update(incident.id, started, { ifVersion: incident.version })).state
done.conflict = await client.incidents
  .update(incident.id, { priority: 'P1' }, { ifVersion: incident.version })
  .catch((error) => error instanceof ConflictError && error.status)
done.refused = await client.incidents
  .create({ short_description: '' })
  .catch((error) => error instanceof ValidationError && error.errors[0].field)

const file = await client.attachments.upload(new Blob(['log line'], { type: 'text/plain' }), {
  filename: 'mail.log',
})
const note = await client.incidents.notes.create(incident.id, {
  body: 'See it',
  attachments: [{ id: file.id }],
})
done.file = await (await client.attachments.download(note.attachments[0].id)).text()

const word = `printer${incident.id}`
const job = await client.incidents.bulk({
  operation: 'create',
  records: Array.from({ length: 30 }, (_, index) => ({ short_description: `${word} ${index} is jammed` })),
})
const progress = []
const { succeeded } = await client.jobs.waitFor(job, {
  interval: 20,
  onProgress: ({ processed }) => progress.push(processed),
})
done.bulk = [succeeded, progress.at(-1)]
const listed = new Set()
for await (const { id } of client.incidents.list({ q: word, limit: 7 })) listed.add(id)
done.listed = listed.size
let csv = ''
for (
  let reader = (await client.incidents.export({ q: word, columns: 'id,state' })).getReader(), part;
  !(part = await reader.read()).done;
)
  csv += part.value
done.exported = csv.trim().split(/\r?\n/).length

done.model = (await client.ai.ask({ question: 'How do I restart the mail queue?' })).model_used.split('/')[0]
const answering = client.ai.stream({ query: 'open P1 incidents' })
let text = ''
let part = await answering.next()
for (; !part.done; part = await answering.next()) text += part.value
done.streamed = text !== '' && part.value.answer === text

// Lost answers: a create takes effect once, an update is not repeated.
const unlucky = await connect(losing_creates).incidents.create({ short_description: `lost${incident.id}` })
done.lost_create = (await client.incidents.list({ q: `lost${incident.id}` }).take(5)).map(
  ({ id }) => id === unlucky.id,
)
const unluckyUpdate = new Mainstay({
  baseUrl: losing_update,
  authUrl: url,
  clientId: client_id,
  clientSecret: client_secret,
})
done.lost_update = await unluckyUpdate.incidents
  .update(incident.id, { work_note: 'Only once' })
  .catch((error) => error instanceof ConnectionError)
done.notes = (await client.incidents.notes.list(incident.id).take(9)).length

const bytes = Uint8Array.from(atob(delivery.body), (character) => character.charCodeAt(0))
done.verified = (await verifyWebhook(bytes, delivery.headers, secret)).event
const request = (body) =>
  new Request('http://localhost/', { method: 'POST', headers: delivery.headers, body })
done.verified_request = (await verifyWebhookRequest(request(bytes), secret)).event
done.forged = await nameOf(verifyWebhookRequest(request('{}'), secret))

const last = new Promise((resolve) => (resolved = resolve))
await client.incidents.update(incident.id, { state: 'resolved' })
await last
stop.abort()
await streaming
done.events = events.filter(({ subject_id }) => subject_id === incident.id).map(({ type }) => type)
done.ordered = events.every(({ seq }, index) => index === 0 || seq > events[index - 1].seq)

// oxlint-disable-next-line no-console -- its result
console.log(JSON.stringify(done))
