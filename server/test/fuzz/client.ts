import { Agent, request as send } from 'node:http'
import { Chance } from '../faults/chance.ts'
import { apiRoot } from '../../src/http/api.ts'
import { firstRecords } from './first-records.ts'
import { makeRequest, readOperations, type FuzzRequest } from './requests.ts'

export interface FuzzReport {
  seed: number
  requests: number
  /** The number of responses by status. */
  statuses: Record<string, number>
  /** 5xx responses and requests without a response, with what was sent. */
  failures: string[]
}

interface Answer {
  status: number
  body: string
}

const maxFailures = 20
const longestBodyRead = 2 ** 20

/** Sends so many requests, generated from the API description and a seed, some of them concurrently. */
export async function fuzz(
  address: string,
  getTokens: () => Promise<string[]>,
  count: number,
  chance = new Chance(),
): Promise<FuzzReport> {
  const operations = readOperations()
  const lasting = operations.filter(({ method }) => method !== 'DELETE')
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const ids = new KnownIds()
  const statuses: Record<string, number> = {}
  const failures: string[] = []
  let tokens = await getTokens()
  for (const { path, body } of firstRecords) {
    const headers = { authorization: `Bearer ${tokens[0]}`, 'content-type': 'application/json' }
    const made = await exchange(address, agent, { method: 'POST', path: `${apiRoot}/${path}`, headers, body })
    if (made.status !== 201) throw new Error(`${path}: ${made.status} ${made.body}`)
    ids.learn(`${apiRoot}/${path}`, made.body)
  }
  let sent = 0
  const worker = async () => {
    while (sent < count && failures.length < maxFailures) {
      sent++
      // Fewer deletions than creations, else there would soon be nothing to request.
      const operation = chance.pick(chance.happens(80) ? lasting : operations)
      const request = makeRequest(chance, operation, ids.some(chance, operation.path))
      const token = chance.happens(98) ? chance.pick(tokens) : chance.pick(['', 'x.y.z', 'é'])
      const headers = { ...(token && { authorization: `Bearer ${token}` }), ...request.headers }
      const answer = await exchange(address, agent, { ...request, headers })
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
      if (answer.status >= 500 || answer.status === 0) failures.push(describe(request, answer))
      if (answer.status < 300) ids.learn(operation.path, answer.body)
      // A request may have ended the session or changed the client of this token.
      if (answer.status === 401 && tokens.includes(token)) tokens = await getTokens()
    }
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  agent.destroy()
  return { seed: chance.seed, requests: sent, statuses, failures }
}

/** IDs of existing records: for each collection, the last ones seen in responses. */
class KnownIds {
  readonly #ids = new Map<string, string[]>()

  learn(path: string, body: string): void {
    const collection = collectionOf(path)
    if (path.includes('{')) return // a sub-resource is not a record
    // The tokens of this run belong to clients, which must not be deleted.
    if (collection === 'clients' || collection === 'signing-keys') return
    const found = [...body.matchAll(/"(?:id|job_id)":"([\w-]{1,60})"/g)].map(([, id]) => id!)
    this.#ids.set(collection, [...(this.#ids.get(collection) ?? []), ...found].slice(-100))
  }

  /** Mostly of the requested collection. */
  some(chance: Chance, path: string): string[] {
    const own = this.#ids.get(collectionOf(path)) ?? []
    const all = chance.happens(90) ? own : [...this.#ids.values()].flat()
    return Array.from({ length: Math.min(5, all.length) }, () => chance.pick(all))
  }
}

/** `webhooks/inbound` of `/prod/api/v1/webhooks/inbound/{id}/events`. */
const collectionOf = (path: string) =>
  path.replace('/prod/api/v1/', '').match(/^(?:(?:webhooks|cmdb|catalog|knowledge|sla|profile)\/)?[\w-]+/)![0]

const describe = ({ method, path, headers, body }: FuzzRequest, { status, body: answer }: Answer): string =>
  JSON.stringify({
    status,
    request: `${method} ${path}`.slice(0, 2000),
    headers,
    body: body?.subarray(0, 4000).toString('latin1'),
    answer: answer.slice(0, 1000),
  })

function exchange(
  address: string,
  agent: Agent,
  { method, path, headers, body }: FuzzRequest,
): Promise<Answer> {
  return new Promise((resolve) => {
    const outgoing = send(address, { method, path, headers, agent }, (response) => {
      const status = response.statusCode ?? 0
      let text = ''
      const end = () => resolve({ status, body: text })
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        if (text.length < longestBodyRead) text += chunk
        // An event stream does not end.
        if (response.headers['content-type'] === 'text/event-stream') response.destroy()
      })
      response.on('close', end)
    })
    // A server that refuses a request before it has read all of it may close the connection.
    outgoing.on('error', (error) => resolve({ status: body ? 499 : 0, body: error.message }))
    outgoing.setTimeout(120_000, () => outgoing.destroy(new Error('no answer within two minutes')))
    outgoing.end(body)
  })
}
