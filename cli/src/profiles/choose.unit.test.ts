import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { openFolder } from '../../../server/test/folders.ts'
import { chooseProfile, type Choice } from './choose.ts'

const staging = { base_url: 'https://staging.example.com', credentials: { api_key: 'of the profile' } }
const fromKey = { base_url: 'https://ci.example.com', credentials: { api_key: 'of the environment' } }
const url = { MAINSTAY_URL: fromKey.base_url }
const key = { ...url, MAINSTAY_API_KEY: 'of the environment' }
const client = { ...url, MAINSTAY_CLIENT_ID: 'ci', MAINSTAY_CLIENT_SECRET: 'secret' }
const named = { name: 'staging', ...staging }

function choose(choice: Choice, env: Record<string, string>) {
  const cwd = openFolder()
  const MAINSTAY_CONFIG_DIR = path.join(cwd, 'config')
  mkdirSync(MAINSTAY_CONFIG_DIR)
  const profiles = JSON.stringify({ current: 'staging', profiles: { staging } })
  writeFileSync(path.join(MAINSTAY_CONFIG_DIR, 'credentials.json'), profiles, { mode: 0o600 })
  const output = { write: () => true }
  const { signal } = new AbortController()
  const io = { stdout: output, stderr: output, stdin: Readable.from([]), cwd, signal }
  return chooseProfile({ ...io, env: { MAINSTAY_CONFIG_DIR, ...env } }, choice)
}

test.for<[Choice, Record<string, string>, object]>([
  [{ profile: 'staging' }, key, named],
  [{ profile: 'staging' }, client, named],
  [{ profile: 'staging' }, { MAINSTAY_TOKEN: 'any' }, named],
  [{ profile: 'staging', url: staging.base_url }, key, named],
  [{ profile: 'staging', url: `${staging.base_url}/prod/api/v1/` }, key, named],
  [{ url: `${staging.base_url}/prod/api` }, {}, named],
  [{}, key, fromKey],
  [{}, { ...key, MAINSTAY_PROFILE: 'staging' }, fromKey],
  [{}, { MAINSTAY_PROFILE: 'staging' }, named],
  [{}, {}, named],
])('%j with %j', ([choice, env, profile]) => expect(choose(choice, env)).toEqual(profile))

test('a profile of another service is refused', () => {
  const elsewhere = { profile: 'staging', url: 'https://elsewhere.example.com' }
  expect(() => choose(elsewhere, {})).toThrow(/belongs to https:\/\/staging/)
  expect(() => choose({}, { ...url, MAINSTAY_PROFILE: 'staging' })).toThrow(/belongs to https:\/\/staging/)
  expect(() => choose({ profile: 'missing' }, key)).toThrow(/There is no profile 'missing'/)
})

test('half of a service account in the environment is refused, instead of another identity', () => {
  for (const name of ['MAINSTAY_CLIENT_ID', 'MAINSTAY_CLIENT_SECRET'])
    expect(() => choose({}, { ...client, [name]: '' })).toThrow('go together')
  expect(choose({ profile: 'staging' }, { MAINSTAY_CLIENT_ID: 'ci' })).toEqual(named)
})
