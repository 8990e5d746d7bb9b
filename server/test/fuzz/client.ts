import { Agent, request as send } from 'node:http'
import { Chance } from '../faults/chance.ts'
import { makeRequest, readOperations, type FuzzRequest } from './requests.ts'

export interface FuzzReport {
  seed: number
  requests: number
  /** How many answers there were of each status. */
  statuses: Record<string, number>
  /** Answers of 5xx, and requests without an answer, with what was sent. */
  failures: string[]
}

interface Answer {
  status: number
  body: string
}

const mostFailures = 20
const longestBodyRead = 2 ** 20

/** Sends so many requests, made from the API description and a seed, some of them at the same time. */
export async function fuzz(
  address: string,
  getTokens: () => Promise<string[]>,
  count: number,
  chance = new Chance(),
): Promise<FuzzReport> {
  const operations = readOperations()
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const ids = new KnownIds()
  const statuses: Record<string, number> = {}
  const failures: string[] = []
  let tokens = await getTokens()
  let sent = 0
  const worker = async () => {
    while (sent < count && failures.length < mostFailures) {
      sent++
      const operation = chance.pick(operations)
      const request = makeRequest(chance, operation, ids.some(chance))
      const token = chance.happens(98) ? chance.pick(tokens) : chance.pick(['', 'x.y.z', 'é'])
      const headers = { ...(token && { authorization: `Bearer ${token}` }), ...request.headers }
      const answer = await exchange(address, agent, { ...request, headers })
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
      if (answer.status >= 500 || answer.status === 0) failures.push(describe(request, answer))
      if (answer.status < 300 && !/clients|users/.test(operation.path)) ids.learn(answer.body)
      // A request may have ended the session or changed the client whose token this was.
      if (answer.status === 401 && tokens.includes(token)) tokens = await getTokens()
    }
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  agent.destroy()
  return { seed: chance.seed, requests: sent, statuses, failures }
}

/** Ids of records that exist: the last of those that answers have told. */
class KnownIds {
  #ids: string[] = []

  learn(body: string): void {
    for (const [, id] of body.matchAll(/"(?:id|job_id)":"([\w-]{1,60})"/g)) this.#ids.push(id!)
    this.#ids = this.#ids.slice(-500)
  }

  some(chance: Chance): string[] {
    return Array.from({ length: Math.min(5, this.#ids.length) }, () => chance.pick(this.#ids))
  }
}

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
        // A stream of events has no end of its own.
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
