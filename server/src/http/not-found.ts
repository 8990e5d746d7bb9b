import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notFound, Problem } from '../kernel/errors.ts'
import { withoutQuery } from './input.ts'

interface Route {
  url: string
  methods: string[]
  /** Made by the first request that needs it, because making all of them would delay the start. */
  pattern?: RegExp
}

const patternOf = (route: Route): RegExp => (route.pattern ??= toPattern(route.url))

interface RouteTable {
  has: (request: FastifyRequest) => boolean
  explainMissing: (request: FastifyRequest) => Problem
}

/** Fastify reports only "no such route"; this distinguishes a wrong method from a wrong path. */
export function trackRoutes(app: FastifyInstance): RouteTable {
  const routes: Route[] = []
  /** Methods of addresses without parameters: Fastify would take the "bulk" of GET /incidents/bulk for an ID. */
  const fixed = new Map<string, string[]>()
  app.addHook('onRoute', ({ url, method }) => {
    const methods = [method].flat()
    routes.push({ url, methods })
    if (!/[:*]/.test(url)) fixed.set(url, [...(fixed.get(url) ?? []), ...methods])
  })
  const methodsOf = (address: string) =>
    fixed.get(address) ?? [
      ...new Set(routes.filter((route) => patternOf(route).test(address)).flatMap(({ methods }) => methods)),
    ]
  return {
    has: ({ is404, method, url, params }) =>
      !is404 && (fixed.get(withoutQuery(url))?.includes(method) ?? !hasEmptyId(params as object)),
    explainMissing: ({ method, url, originalUrl }) => {
      const allowed = methodsOf(withoutQuery(url))
      // The method is right, so what the address names does not exist.
      if (allowed.length === 0 || allowed.includes(method))
        return notFound(`${method} ${withoutQuery(originalUrl).slice(0, 200)}`)
      return new Problem(405, 'method_not_allowed', `This address takes ${allowed.join(', ')}`, {
        headers: { allow: allowed.join(', ') },
      })
    },
  }
}

/** With a slash at its end, the address of a list matches that of a record without an ID. */
const hasEmptyId = (params: object) =>
  Object.entries(params).some(([name, value]) => value === '' && name !== '*')

const toPattern = (url: string) =>
  new RegExp(
    `^${url
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replace(/:\w+/g, '[^/]+')
      .replace('*', '.*')}$`,
  )
