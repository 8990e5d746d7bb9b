import { describe, expect, test } from 'vitest'
import { Registry } from 'prom-client'
import { startApp } from '../../test/app.ts'
import { startBareServer } from '../../test/bare-server.ts'
import { silent } from '../../test/ctx.ts'
import { connectWithin } from '../../test/database.ts'
import { expectProblem } from '../../test/problem.ts'
import { openDb, openPool } from '../db/pool.ts'
import type { Actor, Role } from '../kernel/actor.ts'
import { unauthenticated } from '../kernel/errors.ts'
import { atMostEvery, mountProbes } from './health.ts'
import { RequestMetrics } from './request-metrics.ts'

const app = await startApp()

const serve = async (metrics_access: 'token' | 'public', db = app.database.db) => {
  const registry = new Registry()
  const metrics = { registry, requests: new RequestMetrics(registry), read: () => registry.metrics() }
  const verify = (token: string): Actor => {
    if (token !== 'ann') throw unauthenticated('unknown')
    return { id: token, kind: 'client', email: 'ann@example.com', name: token, roles: ['auditor'] }
  }
  return startBareServer({}, {}, (http) =>
    mountProbes(http, { db, isAccepting: () => true }, metrics, verify, { metrics_access }),
  )
}

describe('/readyz', () => {
  test('queries the database once for many callers', async () => {
    let statements = 0
    const pool = openPool(app.url, 2, silent, { connectWithin })
    pool.on('acquire', () => void statements++)
    const db = openDb(pool)
    const server = await serve('token', db)
    const started = performance.now()
    const answers = await Promise.all(Array.from({ length: 200 }, () => server.http.inject('/readyz')))
    const looks = 1 + Math.floor((performance.now() - started) / 250)
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(200).fill(200))
    expect(statements).toBeLessThanOrEqual(looks)
    await server.close()
    await db.destroy()
  })

  test('never returns a result older than the interval, nor waits for an unfinished check', async () => {
    let now = 0
    const ends: ((value: number) => void)[] = []
    const look = atMostEvery(
      250,
      () => new Promise<number>((resolve) => ends.push(resolve)),
      () => now,
    )
    const [first, second] = [look(), look()]
    now = 1000 // a slow check does not start another one
    const third = look()
    expect(ends).toHaveLength(1)
    ends[0]!(1)
    expect(await Promise.all([first, second, third])).toEqual([1, 1, 1])
    const fourth = look()
    expect(ends).toHaveLength(2)
    ends[1]!(2)
    expect(await fourth).toBe(2)
    now = 1249
    expect(await look()).toBe(2)
    now = 1250
    void look()
    expect(ends).toHaveLength(3)
  })

  test('a failure is not cached for longer either', async () => {
    let now = 0
    let isAway = true
    const look = atMostEvery(
      250,
      async () => {
        if (isAway) throw new Error('away')
      },
      () => now,
    )
    await expect(look()).rejects.toThrow('away')
    isAway = false
    await expect(look()).rejects.toThrow('away')
    now = 250
    await expect(look()).resolves.toBeUndefined()
  })
})

describe('/metrics', () => {
  test.each<[title: string, headers: Record<string, string>, remoteAddress: string, status: number]>([
    ['this machine', {}, '127.0.0.1', 200],
    ['this machine over IPv6', {}, '::1', 200],
    ['a proxy on this machine', { 'x-forwarded-for': '127.0.0.1' }, '127.0.0.1', 401],
    ['a proxy that names itself', { via: '1.1 nginx' }, '127.0.0.1', 401],
    ['a proxy of another kind', { forwarded: 'for=127.0.0.1' }, '127.0.0.1', 401],
    ['elsewhere', {}, '192.0.2.1', 401],
    ['elsewhere with a false token', { authorization: 'Bearer x' }, '192.0.2.1', 401],
  ])('from %s', async (_title, headers, remoteAddress, status) => {
    const response = await app.http.inject({ url: '/metrics', headers, remoteAddress })
    expect(response.statusCode).toBe(status)
    if (status === 401) expectProblem(response, 401, 'unauthenticated')
    expect(response.body.includes('mainstay_http_requests_total')).toBe(status === 200)
  })

  test('from another address with the token of an auditor, but not of a viewer', async () => {
    const scrape = async (role: Role) =>
      app.http.inject({
        url: '/metrics',
        remoteAddress: '192.0.2.1',
        headers: { authorization: `Bearer ${await app.tokenFor(role)}` },
      })
    expect((await scrape('auditor')).statusCode).toBe(200)
    expectProblem(await scrape('viewer'), 403, 'insufficient_role')
  })

  test('with METRICS_ACCESS=token loopback clients need a token too', async () => {
    const server = await serve('token')
    expectProblem(await server.http.inject('/metrics'), 401, 'unauthenticated')
    const headers = { authorization: 'Bearer ann' }
    expect((await server.http.inject({ url: '/metrics', headers })).statusCode).toBe(200)
    await server.close()
  })

  test('rejected requests are counted like any other', async () => {
    const server = await serve('token')
    for (let i = 0; i < 5; i++) expect((await server.http.inject('/metrics')).statusCode).toBe(401)
    expectProblem(await server.http.inject('/metrics'), 429, 'rate_limited')
    await server.close()
  })

  test('with METRICS_ACCESS=public no token is needed', async () => {
    const server = await serve('public')
    const headers = { 'x-forwarded-for': '192.0.2.7' }
    expect((await server.http.inject({ url: '/metrics', headers })).statusCode).toBe(200)
    expect((await server.http.inject({ url: '/metrics', remoteAddress: '192.0.2.1' })).statusCode).toBe(200)
    await server.close()
  })
})
