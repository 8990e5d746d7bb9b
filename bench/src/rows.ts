import type { Service } from './service.ts'

/** One thing that is measured: a request to the service, and the same bytes from a bare server. */
export interface Row {
  name: string
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  body?: unknown
  /** The share of the bare server's speed that we hold ourselves to. */
  target: number
}

/** Prepares what the rows need and names them. */
export async function makeRows(_service: Service): Promise<Row[]> {
  return [{ name: 'authenticated GET /profile', method: 'GET', path: '/profile', target: 0.55 }]
}
