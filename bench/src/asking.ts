import { Pool } from 'undici'
import { fetchToken, type Service } from './service.ts'

interface AskAnswer {
  cache_hit: boolean
  citations: unknown[]
}

export type Ask = (question: string) => Promise<AskAnswer>

/** Several clients with the same rights, because each may ask 60 questions a minute. */
export async function openAsking(service: Service, askers: number): Promise<Ask> {
  const tokens: string[] = []
  for (let i = 0; i < askers; i++) {
    const made = await service.post('/clients', { name: `Bench ${i}`, roles: ['itsm_agent'] })
    const { client_id, client_secret } = made as { client_id: string; client_secret: string }
    tokens.push(await fetchToken(service.url, { id: client_id, secret: client_secret }))
  }
  const pool = new Pool(service.url, { connections: 1 })
  let turn = 0
  return async (question) => {
    const token = tokens[turn++ % tokens.length]!
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const request = {
      method: 'POST',
      path: '/prod/api/v1/ai/ask',
      headers,
      body: JSON.stringify({ question }),
    } as const
    const { statusCode, body } = await pool.request(request)
    const text = await body.text()
    if (statusCode !== 200) throw new Error(`POST /ai/ask: ${statusCode} ${text}`)
    return JSON.parse(text) as AskAnswer
  }
}

/** The elapsed milliseconds of the work. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}
