import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { expect } from 'vitest'
import type { ReceivedRequest } from './receiver.ts'

/** Checks both signatures like a receiver; throws for a wrong one. */
export function expectSigned({ headers, body }: ReceivedRequest, secret: string): void {
  const digest = createHmac('sha256', secret).update(body).digest('hex')
  expect(headers['x-service-signature']).toBe(`sha256=${digest}`)
  new Webhook(secret).verify(body, headers as Record<string, string>)
}
