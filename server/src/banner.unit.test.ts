import { expect, test } from 'vitest'
import { banner } from './banner.ts'
import { readConfig } from './config.ts'

const config = readConfig({ DATA_DIR: '/var/lib/mainstay' })
const made = {
  client_id: 'client_1',
  client_secret: 'ms_the-secret-of-the-client',
  admin_email: 'admin@mainstay.local',
  admin_password: 'the-password-of-the-admin',
}
const secrets = [made.client_secret, made.admin_password]
const file = '/var/lib/mainstay/credentials.json'

test('a terminal shows the secrets of the first start and where they are stored', () => {
  const shown = banner(config, made, true)
  for (const value of [...Object.values(made), file]) expect(shown.split(value)).toHaveLength(2)
})

test('output that is not a terminal shows where the secrets are, but no secret', () => {
  const shown = banner(config, made, false)
  for (const value of [made.client_id, made.admin_email, file]) expect(shown).toContain(value)
  for (const secret of secrets) expect(shown).not.toContain(secret)
})

test('a later start shows no secret, on a terminal or not', () => {
  for (const isTerminal of [true, false]) {
    const shown = banner(config, {}, isTerminal)
    expect(shown).toContain(file)
    expect(shown).toContain('client_secret=<client_secret>')
  }
})
