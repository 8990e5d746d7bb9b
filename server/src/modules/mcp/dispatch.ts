import type { FastifyInstance, InjectOptions } from 'fastify'
import { apiRoot } from '../../http/api.ts'
import { Problem } from '../../kernel/errors.ts'
import type { CallApi } from './model.ts'

/** Who calls a tool, and how: enough to repeat the call at the API. */
export interface Caller {
  authorization: string
  address: string
  request_id: string
}

/**
 * Calls the API's own routes inside this process, with the token of the caller: authentication, roles, visibility,
 * validation, rate limits, idempotency and audit are those of the API, because it is the API.
 */
export const makeCallApi =
  (http: FastifyInstance, { authorization, address, request_id }: Caller): CallApi =>
  async (method, path, { query = {}, body, headers = {} } = {}) => {
    const options: InjectOptions = {
      method,
      url: `${apiRoot}${path}`,
      query: textual(query),
      headers: {
        ...textual(headers),
        authorization,
        'x-request-id': request_id,
        'user-agent': 'mainstay-mcp',
      },
      remoteAddress: address,
      ...(body !== undefined && { payload: body as object }),
    }
    const response = await http.inject(options)
    const answer: unknown = response.json()
    if (response.statusCode < 400) return answer
    const { code, message } = answer as { code: string; message: string }
    throw new Problem(response.statusCode, code, message)
  }

const textual = (values: Record<string, string | number | boolean | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
