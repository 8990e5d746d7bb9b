import Fastify from 'fastify'

/** A Fastify server that only returns fixed bytes: the upper bound to compare with. */
interface Answer {
  method: string
  path: string
  status: number
  body: string
}

const { port, answers } = JSON.parse(process.env.BENCH_BARE ?? '{}') as { port: number; answers: Answer[] }
const app = Fastify()
for (const { method, path, status, body } of answers)
  app.route({
    method,
    url: path.split('?')[0]!,
    handler: (_request, reply) =>
      reply.code(status).header('content-type', 'application/json; charset=utf-8').send(body),
  })
app.get('/readyz', () => ({ status: 'ready' }))
process.on('SIGTERM', () => process.exit(0))
await app.listen({ port, host: '127.0.0.1' })
