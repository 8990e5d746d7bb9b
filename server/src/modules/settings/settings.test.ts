import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { expectOk } from '../../../test/incidents.ts'
import { readConfig } from '../../config.ts'
import { variables } from '../../config-variables.ts'
import { settingsOf, type Setting } from './model.ts'

const valuesOf = (env: Record<string, string>) =>
  Object.fromEntries(settingsOf(readConfig(env)).map(({ name, value, source }) => [name, { value, source }]))

test('an administrator sees every setting with its value and its source', async () => {
  const app = await startApp()
  const { data } = expectOk<{ data: Setting[] }>(await app.call('GET', '/settings'), 200)
  expect(data.map(({ name }) => name)).toEqual(Object.keys(variables))
  expect(data.find(({ name }) => name === 'CHANGE_APPROVALS')).toEqual({
    name: 'CHANGE_APPROVALS',
    description: 'Approvals that a change needs',
    accepts: 'a whole number from 1 to 10',
    value: '1',
    source: 'default',
  })
})

test('values are written as in a shell', () => {
  const env = {
    WEBHOOK_ALLOWED_PORTS: '443,8000-8999',
    AI_MODELS: 'model-3-haiku=local',
    SLA_MINUTES: 'P1=60,P2=120,P3=240,P4=480',
    MFA_REQUIRED_ROLES: 'super_admin,itsm_manager',
  }
  expect(valuesOf(env)).toMatchObject(
    Object.fromEntries(Object.entries(env).map(([name, value]) => [name, { value, source: 'environment' }])),
  )
  expect(valuesOf({})).toMatchObject({ REDIS_URL: { value: '', source: 'default' } })
})

test('no secret and no password of an address is shown', () => {
  const hidden = 'hunter2hunter2hunter2hunter2hunter2'
  const values = valuesOf({
    DATABASE_URL: `postgres://mainstay:${hidden}@db1:5432,db2:5432/mainstay?password=${hidden}`,
    REDIS_URL: `rediss://:${hidden}@cache:6379`,
    SMTP_URL: `smtp://mail:a@${hidden}@mail.example.com:587`,
    SECRET_KEY: hidden,
    BOOTSTRAP_ADMIN_EMAIL: 'ada@example.com',
    BOOTSTRAP_ADMIN_PASSWORD: hidden,
    BOOTSTRAP_CLIENT_ID: 'robot',
    BOOTSTRAP_CLIENT_SECRET: hidden,
    OIDC_ISSUER: 'https://id.example.com',
    OIDC_CLIENT_ID: 'mainstay',
    OIDC_CLIENT_SECRET: hidden,
    AI_API_KEY: hidden,
    ANTHROPIC_API_KEY: hidden,
    AWS_ACCESS_KEY_ID: hidden,
    AWS_SECRET_ACCESS_KEY: hidden,
    AWS_SESSION_TOKEN: hidden,
  })
  expect(JSON.stringify(values)).not.toContain(hidden)
  expect(values).toMatchObject({
    DATABASE_URL: { value: 'postgres://db1:5432,db2:5432/mainstay' },
    REDIS_URL: { value: 'rediss://cache:6379' },
    SMTP_URL: { value: 'smtp://mail.example.com:587' },
    SECRET_KEY: { value: null, source: 'environment' },
    OIDC_CLIENT_ID: { value: 'mainstay' },
  })
  const named = Object.keys(variables).filter((name) => /SECRET|PASSWORD|TOKEN$|API_KEY$/.test(name))
  expect(named.filter((name) => values[name]!.value !== null)).toEqual([])
})
