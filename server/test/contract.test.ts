import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { startApp } from './app.ts'
import { documentOf, follow, operationsOf } from './openapi.ts'

interface Content {
  content?: Record<string, { schema: unknown }>
}

const app = await startApp()
const document = await documentOf(app)
const operations = await operationsOf(app)

describe('the API description', () => {
  test('is valid OpenAPI 3.1', async () => {
    expect(document.openapi).toBe('3.1.0')
    const folder = mkdtempSync(path.join(tmpdir(), 'mainstay-openapi-'))
    const file = path.join(folder, 'openapi.json')
    writeFileSync(file, JSON.stringify(document))
    const redocly = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js')
    const env = {
      ...process.env,
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
      CI: 'true',
    }
    const lint = promisify(execFile)(
      process.execPath,
      [redocly, 'lint', '--extends=spec', '--format=json', file],
      { env, cwd: folder },
    )
    const { stdout } = await lint.catch((error: { stdout: string }) => error)
    rmSync(folder, { recursive: true })
    const { totals, problems } = JSON.parse(stdout) as { totals: { errors: number }; problems: unknown[] }
    expect(problems).toEqual([])
    expect(totals.errors).toBe(0)
  })

  test('has schemas that strict validators and generators of clients understand', () => {
    // Nothing runs the compiled code.
    const ajv = formats.default(new Ajv2020({ logger: false, code: { optimize: false } }))
    ajv.addVocabulary(['components'])
    ajv.addSchema({ $id: 'api', components: document.components })
    const schemas = Object.entries(document.components.schemas!) as [string, object][]
    for (const [name] of schemas)
      expect(() => ajv.compile({ $ref: `api#/components/schemas/${name}` })).not.toThrow()
    // Many generators ignore fields beside `allOf`.
    expect(schemas.filter(([, schema]) => 'allOf' in schema && 'properties' in schema)).toEqual([])
  })

  test('says which bodies are no JSON, and which may be left out', () => {
    const { paths } = document as unknown as {
      paths: Record<string, Record<string, { requestBody?: Content & { required?: boolean } }>>
    }
    const bodyOf = (path: string) => {
      const { content = {}, required } = paths[`/prod/api/v1${path}`]!.post!.requestBody!
      return [Object.keys(content).join(' '), required]
    }
    expect(bodyOf('/attachments')).toEqual(['application/octet-stream', true])
    expect(bodyOf('/incidents/import')).toEqual(['application/x-ndjson text/csv', true])
    expect(bodyOf('/import/{system}')).toEqual(['application/x-ndjson', true])
    expect(bodyOf('/webhooks/inbound/{id}')).toEqual(['application/json', true])
    expect(bodyOf('/changes/{id}/approve')).toEqual(['application/json', false])
    expect(JSON.stringify(document)).not.toMatch(/x-takes|x-optional-body/)
  })

  test('requires distinct items only of plain values, because objects are compared in pairs', () => {
    const arrays: { items?: { type?: string } }[] = []
    JSON.stringify(document, (_, value: { uniqueItems?: boolean; items?: { type?: string } } | null) => {
      if (value?.uniqueItems) arrays.push(value)
      return value
    })
    expect(arrays.length).toBeGreaterThan(5)
    const items = arrays.map(({ items }) => follow(document, items))
    expect(items.filter((item) => (item as { type?: string }).type !== 'string')).toEqual([])
  })

  test('has no patterns with Unicode properties, which the regular expressions of Python and others refuse', () => {
    const patterns = [...JSON.stringify(document).matchAll(/"pattern":"((?:[^"\\]|\\.)*)"/g)].map(
      ([, text]) => text!,
    )
    expect(patterns.length).toBeGreaterThan(20)
    expect(patterns.filter((pattern) => /\\p\{/i.test(pattern))).toEqual([])
  })

  test('describes paths under the versioned root, and those of OAuth', () => {
    const others = Object.keys(document.paths).filter((path) => !path.startsWith('/prod/api/v1/'))
    expect(others).toEqual([
      '/oauth2/token',
      '/oauth2/revoke',
      '/oauth2/device_authorization',
      '/.well-known/openid-configuration',
      '/.well-known/jwks.json',
    ])
  })

  test('gives every operation an ID, a summary, a group, roles and its errors', () => {
    const ids = operations.map(({ description }) => String(description.operationId))
    expect(new Set(ids).size).toBe(operations.length)
    for (const { name, roles, description } of operations) {
      expect(description.operationId, `in ${name}`).toMatch(/^[a-z]+(_[a-z0-9]+)+$/)
      expect(description.summary, `in ${name}`).toMatch(/^[A-Z]/)
      expect(description.tags, `in ${name}`).toHaveLength(1)
      expect(roles.length > 0, `in ${name}`).toBe(name !== 'POST /webhooks/inbound/{id}')
      const answers = description.responses as Record<string, { content?: Record<string, unknown> }>
      expect(Object.keys(answers).join(' '), `in ${name}`).toMatch(/\b2\d\d\b/)
      expect(follow(document, answers.default)?.content, `in ${name}`).toEqual({
        'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
        'application/json': { schema: { $ref: '#/components/schemas/Problem' } },
      })
    }
    expect(document.components.schemas).toHaveProperty('Problem')
  })

  test('names every body and response, and matches docs/', () => {
    // 204, bytes, a stream, CSV
    const withoutName =
      /^(POST \/profile\/password|GET \/attachments\/\{id\}|GET \/events\/stream|GET \/\S+\/export)$/
    const takesFiles = /^POST \/(attachments|incidents\/import|import\/\{system\})$/
    for (const { name, description } of operations.filter(({ name }) => !withoutName.test(name))) {
      const { requestBody, responses } = description as {
        requestBody?: Content
        responses: Record<string, Content>
      }
      const answers = Object.entries(responses).filter(([status]) => status !== 'default')
      const bodies = requestBody && !takesFiles.test(name) ? [requestBody] : []
      for (const content of [...bodies, ...answers.map(([, answer]) => follow(document, answer))])
        expect(content.content?.['application/json']?.schema, `in ${name}`).toEqual({
          $ref: expect.stringMatching(/^#\/components\/schemas\/[A-Z][A-Za-z]+$/) as string,
        })
    }
    const kept = readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8')
    expect(JSON.parse(kept)).toEqual(document)
    expect(kept).not.toContain('x-component')
  })

  test('is the same for every caller and contains no secret', async () => {
    const admin = await app.call('GET', '/openapi.json')
    const nobody = await app.call('GET', '/openapi.json', { as: null })
    expect(nobody.statusCode).toBe(200)
    expect(nobody.body).toBe(admin.body)
    expect(nobody.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(nobody.body).not.toContain('a-secret-only-for-tests')
  })
})

describe('the API reference page', () => {
  test('loads nothing from another host, and its Content-Security-Policy forbids it', async () => {
    const page = await app.http.inject('/docs/')
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-type']).toMatch(/^text\/html/)
    expect(page.body).not.toMatch(/(https?:)?\/\/[a-z0-9-]+\.[a-z]/i)
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toMatch(/default-src 'none'/)
    expect(policy).not.toMatch(/https?:|\*|[a-z]\.[a-z]/i)
    expect(policy).toMatch(/script-src 'self' 'sha256-[^']+';/)
  })

  test('loads its script and the description from this host', async () => {
    const page = await app.http.inject('/docs/')
    const [, source] = /<script src="([^"]+)"/.exec(page.body) ?? []
    const script = await app.http.inject(new URL(source!, 'http://x/docs/').pathname)
    expect(script.statusCode).toBe(200)
    expect(script.headers['content-type']).toMatch(/javascript/)
    expect(page.body).toContain('"url": "/prod/api/v1/openapi.json"')
    const short = await app.http.inject('/docs')
    expect([200, 301, 302]).toContain(short.statusCode)
  })
})
