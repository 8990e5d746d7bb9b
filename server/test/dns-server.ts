import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { decode, encode, AUTHORITATIVE_ANSWER, type Answer } from 'dns-packet'
import type { Resolve } from '../src/modules/webhooks/egress/open.ts'
import { openResolver } from '../src/modules/webhooks/egress/resolver.ts'
import { closeAtEnd } from './cleanup.ts'

export interface Records {
  A?: string[]
  AAAA?: string[]
  CNAME?: string
}

/** The records of a name: always the same, or by the number of earlier queries of this type; or no response at all. */
type Entry = Records | ((asked: number) => Records) | 'silence'

/** A name server that may answer differently each time. Nothing is cached. */
export interface DnsServer {
  port: number
  zone: Record<string, Entry>
  /** Every query, as `TYPE name`. */
  questions: string[]
  /** The resolver of the service, with this server as its only one. */
  resolve: Resolve
}

const ttl = 0
const longestChain = 8

export async function startDnsServer(zone: Record<string, Entry>): Promise<DnsServer> {
  const questions: string[] = []
  const asked = new Map<string, number>()
  const recordsOf = (type: 'A' | 'AAAA', name: string): Records => {
    const count = asked.get(`${type} ${name}`) ?? 0
    asked.set(`${type} ${name}`, count + 1)
    const entry = server.zone[name] ?? {}
    if (entry === 'silence') return {}
    return typeof entry === 'function' ? entry(count) : entry
  }
  const answersTo = (type: 'A' | 'AAAA', name: string, depth = 0): Answer[] => {
    const records = recordsOf(type, name)
    if (!records.CNAME) return (records[type] ?? []).map((data) => ({ type, name, ttl, data }))
    const alias: Answer = { type: 'CNAME', name, ttl, data: records.CNAME }
    return [alias, ...(depth < longestChain ? answersTo(type, records.CNAME, depth + 1) : [])]
  }

  const socket = createSocket('udp4')
  socket.on('message', (message, { port, address }) => {
    const { id, questions: all = [] } = decode(message)
    const [{ type, name } = { type: 'NULL', name: '' }] = all
    questions.push(`${type} ${name}`)
    if (server.zone[name] === 'silence') return
    const answers = type === 'A' || type === 'AAAA' ? answersTo(type, name) : []
    const packet = { id, type: 'response' as const, flags: AUTHORITATIVE_ANSWER, questions: all, answers }
    socket.send(encode(packet), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  closeAtEnd(() => socket.close())

  const { port } = socket.address()
  const server: DnsServer = {
    port,
    zone,
    questions,
    resolve: openResolver({ servers: [`127.0.0.1:${port}`] }),
  }
  return server
}
