import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notFound, Problem } from '../kernel/errors.ts'

interface Route {
  url: string
  methods: string[]
  /** Made by the first request that needs it, because making all of them would delay the start. */
  pattern?: RegExp
}

const patternOf = (route: Route): RegExp => (route.pattern ??= toPattern(route.url))

/** Fastify reports only "no such route"; this distinguishes a wrong method from a wrong path. */
export function trackRoutes(app: FastifyInstance): (request: FastifyRequest) => Problem {
  const routes: Route[] = []
  app.addHook('onRoute', ({ url, method }) => void routes.push({ url, methods: [method].flat() }))
  return (request) => {
    const address = request.url.split('?')[0]!
    const allowed = [
      ...new Set(routes.filter((route) => patternOf(route).test(address)).flatMap(({ methods }) => methods)),
    ]
    // The method is right, so what the address names does not exist.
    if (allowed.length === 0 || allowed.includes(request.method))
      return notFound(`${request.method} ${request.originalUrl.split('?')[0]!.slice(0, 200)}`)
    return new Problem(405, 'method_not_allowed', `This address takes ${allowed.join(', ')}`, {
      headers: { allow: allowed.join(', ') },
    })
  }
}

const toPattern = (url: string) =>
  new RegExp(
    `^${url
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replace(/:\w+/g, '[^/]+')
      .replace('*', '.*')}$`,
  )
