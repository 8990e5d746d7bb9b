import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { explainStartFailure } from './start-failure.ts'

const config = readConfig({ HOST: 'desk.example', DATABASE_URL: 'postgres://u@db.example/mainstay' })
const failure = (properties: object) => Object.assign(new Error('failed'), properties)
const unknown = (hostname: string) => failure({ code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname })

test.each([
  [failure({ code: 'EADDRINUSE', syscall: 'listen' }), 'port 8080 of desk.example is in use'],
  [failure({ code: 'EADDRNOTAVAIL', syscall: 'listen' }), 'HOST desk.example is not an address of this'],
  [unknown('desk.example'), 'HOST desk.example is not an address of this machine (ENOTFOUND)'],
  [unknown('db.example'), 'the database at DATABASE_URL does not respond (ENOTFOUND)'],
])('a failure names the setting to change: %o', (error, line) => {
  expect(explainStartFailure(error, config)).toContain(line)
})
