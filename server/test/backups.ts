import { readdirSync } from 'node:fs'
import { expect } from 'vitest'
import type { Service } from './service.ts'

export const backupsIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('Z'))

export const createIncident = async (service: Service, title: string): Promise<string> => {
  const body = JSON.stringify({ short_description: title, priority: 'P3' })
  const created = await service.call(await service.token(), '/incidents', { method: 'POST', body })
  expect(created.status).toBe(201)
  return ((await created.json()) as { id: string }).id
}

export const statusOf = async (service: Service, id: string) =>
  (await service.call(await service.token(), `/incidents/${id}`)).status

export const verifyAudit = async (service: Service) =>
  (await service.call(await service.token(), '/audit/verify')).json()

export const eventsAfter = async (service: Service, seq: number): Promise<unknown[]> => {
  const answer = await service.call(await service.token(), `/events?after=${seq}`)
  return ((await answer.json()) as { data: unknown[] }).data
}
