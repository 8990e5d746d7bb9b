import { expect, test } from 'vitest'
import { startApp, type TestApp } from './app.ts'

/** Properties that every plain object inherits. */
const names = Object.getOwnPropertyNames(Object.prototype)

const app = await startApp()

const post = (path: string, body: unknown) => app.call('POST', path, { body })

const requests: [title: string, send: (name: string) => ReturnType<TestApp['call']>, status: number[]][] = [
  ['a question', (name) => post('/ai/ask', { question: `How do I call ${name} and ${name}s?` }), [200]],
  ['a question of one word', (name) => post('/ai/ask', { question: name }), [200]],
  ['an order', (name) => post('/ai/query', { query: `open ${name} incidents in category ${name}` }), [200]],
  [
    'a count',
    (name) => post('/ai/query', { query: `how many changes by ${name} of the ${name} team` }),
    [200],
  ],
  ['a suggestion', (name) => post('/ai/suggest', { text: name, suggest_for: ['category'] }), [200]],
  ['a similar case', (name) => post('/ai/exemplars', { description: name }), [200]],
  [
    'an incident',
    (name) => post('/incidents', { short_description: name, category: name, assignment_group: name }),
    [201],
  ],
  ['an unknown field', (name) => post('/incidents', `{"short_description":"x","${name}":1}`), [400]],
  [
    'an attribute',
    (name) => post('/cmdb/cis', `{"name":"x","class":"server","attributes":{"${name}":{"${name}":1}}}`),
    [201, 400],
  ],
  [
    'a filter',
    (name) => app.call('GET', '/incidents', { query: { category: name, assignment_group: name } }),
    [200],
  ],
  ['an order of a list', (name) => app.call('GET', '/incidents', { query: { sort: name } }), [400]],
  ['a search', (name) => app.call('GET', '/knowledge/articles', { query: { q: name } }), [200]],
  ['a record', (name) => app.call('GET', `/incidents/${name}`), [404]],
  ['a policy', (name) => app.call('PUT', `/sla/policies/${name}`, { body: { target_minutes: 5 } }), [400]],
  [
    'a preset',
    (name) => post('/webhooks/inbound', { name: 'x', action: 'create_incident', preset: name }),
    [400],
  ],
  [
    'a template',
    (name) =>
      post('/webhooks/inbound', {
        name: 'x',
        action: 'create_incident',
        field_mapping: { short_description: `{{ payload.${name} | ${name} }}`, [name]: '{{ x }}' },
      }),
    [400],
  ],
  ['a client', (name) => app.http.inject(`/oauth2/authorize?client_id=${name}`), [400]],
]

test.each(requests)('%s may be named like an inherited property', async (_title, send, statuses) => {
  for (const name of names) {
    const response = await send(name)
    expect(statuses, `${name}: ${response.body}`).toContain(response.statusCode)
    expect(response.body).not.toContain('[native code]')
  }
})

test('a token request of such a client is refused like that of any unknown one', async () => {
  for (const client_id of names) {
    const { statusCode, body } = await app.http.inject({
      method: 'POST',
      url: '/oauth2/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id,
        client_secret: 'x',
      }).toString(),
    })
    expect(`${statusCode} ${body}`).toContain('401 {"error":"invalid_client"')
  }
})
