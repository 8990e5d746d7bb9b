import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../test/app.ts'
import { expectProblem } from '../../test/problem.ts'
import { rawRequest } from '../../test/raw-request.ts'

const app = await startApp()
const address = await app.http.listen({ host: '127.0.0.1', port: 0 })
const token = await app.tokenFor('super_admin')

const valid = JSON.stringify({ name: 'A client', roles: ['viewer'] })
const countClients = async () => (await app.query<{ n: number }>('select count(*) as n from clients'))[0]!.n
const post = (body: string | Buffer, headers: Record<string, string> = {}) =>
  app.call('POST', '/clients', { body, headers })

async function sendBeforeReading(address: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  if (!socket.write(bytes)) await once(socket, 'drain')
  return text(socket)
}

test('a body that is not JSON is refused with 400 and the position of the error, and nothing is created', async () => {
  const before = await countClients()
  for (const body of ['{"name":', '{"name":"a","name":"b","roles":["viewer"]}', '\uFEFF{}', '']) {
    const response = await post(body)
    expectProblem(response, 400, 'malformed_json')
    expect(response.headers['x-ratelimit-limit']).toBeDefined()
  }
  const twice = await post('{"name":"a","n\\u0061me":"b","roles":["viewer"]}')
  expect(expectProblem(twice, 400, 'malformed_json').errors).toEqual([
    { field: 'name', pointer: '/name', code: 'duplicate_key', message: 'name is given twice' },
  ])
  expect(await countClients()).toBe(before)
})

test('a missing body is refused with 400', async () => {
  const problem = expectProblem(await app.call('POST', '/clients'), 400, 'validation_error')
  expect(problem.message).toBe('the body is missing: send a JSON object')
})

test('a missing body is accepted where none is needed, whatever the Content-Type', async () => {
  const types: Record<string, string>[] = [{}, { 'content-type': 'application/json' }]
  for (const headers of types) {
    const response = await app.call('POST', '/clients/none/rotate-secret', { headers })
    expect(expectProblem(response, 404, 'not_found').message).toContain('Client none')
  }
})

describe('size', () => {
  const padded = (bytes: number) => valid.replace('}', `${' '.repeat(bytes - valid.length)}}`)

  test('1 MiB is accepted', async () => {
    expect((await post(padded(2 ** 20))).statusCode).toBe(201)
  })

  test('one byte more is refused with 413, with Content-Length or chunked', async () => {
    const before = await countClients()
    const { message } = expectProblem(await post(padded(2 ** 20 + 1)), 413, 'payload_too_large')
    expect(message).toBe('The body is larger than 1 MiB')
    const chunk = Buffer.alloc(2 ** 16, ' ').toString()
    const chunked = `POST /prod/api/v1/clients HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`
    const reply = await rawRequest(
      address,
      chunked + `${chunk.length.toString(16)}\r\n${chunk}\r\n`.repeat(17) + '0\r\n\r\n',
    )
    expect(reply.status).toBe(413)
    expect(JSON.parse(reply.body)).toMatchObject({ code: 'payload_too_large' })
    expect(await countClients()).toBe(before)
  })

  test('a body announced with 100 MB is refused before it is sent', async () => {
    const reply = await rawRequest(
      address,
      `POST /prod/api/v1/clients HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 104857600\r\n\r\n{`,
    )
    expect(reply.status).toBe(413)
    expect(JSON.parse(reply.body)).toMatchObject({ code: 'payload_too_large' })
  })

  test('a client that reads only after it has sent everything sees the refusal', async () => {
    const size = 16 * 2 ** 20
    const headers = (credentials: string) =>
      `POST /prod/api/v1/clients HTTP/1.1\r\nHost: x\r\nAuthorization: ${credentials}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${size}\r\n\r\n`
    for (const [credentials, status] of [
      [`Bearer ${token}`, 413],
      ['Bearer none', 401],
    ] as const) {
      const reply = await sendBeforeReading(address, headers(credentials) + ' '.repeat(size))
      expect(reply).toMatch(new RegExp(`^HTTP/1.1 ${status} .*"status":${status}`, 's'))
    }
  })
})

describe('Content-Type', () => {
  const variants = (types: string[], ends: string[]) => types.flatMap((type) => ends.map((end) => type + end))
  const ends = [
    '',
    ';',
    '; ',
    ' ;',
    ';charset=utf-8',
    '; charset=UTF-8',
    ' ; charset="utf-8"',
    ';\tcharset=utf-8',
    '; a=b; c=d',
  ]
  const asJson = variants(
    [
      'application/json',
      'Application/JSON',
      'APPLICATION/JSON',
      ' application/json',
      '\tapplication/json',
      'application/merge-patch+json',
    ],
    ends,
  )
  const other = variants(
    [
      'text/plain',
      'text/json',
      'text/html',
      'application/xml',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/octet-stream',
      'application/jsonp',
      'application/json5',
      'application/json-seq',
      'application/vnd.api+json',
      'application /json',
      'application/ json',
      'application',
      'json',
      '*/*',
      'text/plain, application/json',
      'application/json, text/plain',
      'application/json\u00e9',
      'x/application/json',
    ],
    ends,
  )

  test('JSON in any spelling of the type is parsed and validated', async () => {
    for (const type of asJson) {
      expect((await post(valid, { 'content-type': type })).statusCode, `type ${type}`).toBe(201)
      const refused = await post('{"name":"x","roles":["viewer"],"colour":1}', { 'content-type': type })
      expect(refused.statusCode, `type ${type}`).toBe(400)
    }
  })

  test('any other type is refused with 415, and nothing is created', async () => {
    const before = await countClients()
    for (const type of other) {
      const response = await post(valid, { 'content-type': type })
      expect(response.statusCode, `type ${type}`).toBe(415)
      expectProblem(response, 415, 'unsupported_media_type')
    }
    expect(await countClients()).toBe(before)
  })

  test('a body without a type is refused with 415', async () => {
    const reply = await rawRequest(
      address,
      `POST /prod/api/v1/clients HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\nContent-Length: ${valid.length}\r\n\r\n${valid}`,
    )
    expect(reply.status).toBe(415)
    expect(JSON.parse(reply.body)).toMatchObject({ code: 'unsupported_media_type' })
  })

  test('a compressed body is refused with 415, because it could be a zip bomb', async () => {
    const before = await countClients()
    const bomb = gzipSync(Buffer.alloc(100 * 2 ** 20, ' '))
    expectProblem(await post(bomb, { 'content-encoding': 'gzip' }), 415, 'unsupported_media_type')
    const refused = await post(gzipSync(valid), { 'content-encoding': 'br' })
    expectProblem(refused, 415, 'unsupported_media_type')
    expect(refused.headers['accept-encoding']).toBe('identity')
    expect((await post(valid, { 'content-encoding': 'identity' })).statusCode).toBe(201)
    expect(await countClients()).toBe(before + 1)
  })
})
