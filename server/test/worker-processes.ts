import { readdirSync, readFileSync } from 'node:fs'
import { Agent, request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { eventually } from './eventually.ts'
import type { Service } from './service.ts'

/** The processes that serve under a supervisor, oldest first. */
export const workersOf = ({ pid }: Service): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((child) => {
      try {
        // After the name in parentheses come the state and the parent.
        const parent = readFileSync(`/proc/${child}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[1]
        return Number(parent) === pid && readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('main.js')
      } catch {
        return false // ended while we looked
      }
    })
    .toSorted((a, b) => a - b)

export async function readMetrics({ url }: Service): Promise<string> {
  const response = await fetch(`${url}/metrics`)
  const body = await response.text()
  if (!response.ok) throw new Error(body)
  return body
}

/** All of them serve: only then are they part of the metrics. */
export const serving = (service: Service, workers: number): Promise<boolean> =>
  eventually(async () => new RegExp(`^mainstay_workers ${workers}$`, 'm').test(await readMetrics(service)))

export interface Answer {
  status: number
  headers: IncomingMessage['headers']
  body: string
}

interface Sent {
  method?: string
  headers?: Record<string, string>
  body?: string
  /** Without one, a connection of its own, which the supervisor gives to the next worker. */
  agent?: Agent
}

export const send = (
  { url }: Service,
  path: string,
  { body, agent, ...options }: Sent = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { agent: agent ?? false, ...options }, (response) => {
      text(response).then(
        (body) => resolve({ status: response.statusCode!, headers: response.headers, body }),
        reject,
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })

/** A client with one connection that it keeps; it asks again and again, and remembers what failed. */
export function keepAsking(service: Service, token: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { authorization: `Bearer ${token}` }
  const failures: unknown[] = []
  let answered = 0
  let isOver = false
  const asking = (async () => {
    while (!isOver)
      await send(service, '/prod/api/v1/profile', { headers, agent }).then(
        ({ status }) => (status === 200 ? answered++ : failures.push(status)),
        (error: unknown) => failures.push(error),
      )
  })()
  return {
    failures,
    answered: () => answered,
    stop: async () => {
      isOver = true
      await asking
      agent.destroy()
    },
  }
}
