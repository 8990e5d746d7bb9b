import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { explainStartFailure } from './start-failure.ts'

const config = readConfig({
  HOST: 'desk.example',
  DATABASE_URL: 'postgres://u@db.example/mainstay?sslrootcert=/srv/db-ca.pem',
  DATA_DIR: '/srv/desk',
})
const failure = (properties: object) => Object.assign(new Error('failed'), properties)
const unknown = (hostname: string) => failure({ code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname })

test.each([
  [failure({ code: 'EADDRINUSE', syscall: 'listen' }), 'port 8080 of desk.example is in use'],
  [failure({ code: 'EADDRNOTAVAIL', syscall: 'listen' }), 'HOST desk.example is not an address of this'],
  [unknown('desk.example'), 'HOST desk.example is not an address of this machine (ENOTFOUND)'],
  [failure({ code: 'EACCES', syscall: 'mkdir', path: '/srv/desk' }), 'DATA_DIR /srv/desk must be a folder'],
  [failure({ code: 'EACCES', syscall: 'open', path: '/srv/desk/secret.key' }), 'DATA_DIR /srv/desk must be'],
  [failure({ code: 'EEXIST', syscall: 'mkdir', path: '/srv/desk' }), 'or set DATA_DIR to another folder'],
  [failure({ code: 'EACCES', syscall: 'open', path: '/srv/desk-ca.pem' }), 'failed'],
  [failure({ code: 'ENOENT', syscall: 'open', path: '/srv/db-ca.pem' }), 'that DATABASE_URL names cannot be'],
  [failure({ code: '28P01' }), 'correct the user and the password in DATABASE_URL'],
  [new Error('SASL: client password must be a string'), 'correct the user and the password in DATABASE_URL'],
  [failure({ code: '3D000' }), 'create that database, or correct its name in DATABASE_URL'],
  [failure({ code: '42501' }), 'the user in DATABASE_URL must own the database'],
  [failure({ code: '42P07' }), 'name an empty one in DATABASE_URL'],
  [unknown('db.example'), 'the database at DATABASE_URL does not respond (ENOTFOUND)'],
])('a failure names the setting to change: %o', (error, line) => {
  expect(explainStartFailure(error, config)).toContain(line)
})
