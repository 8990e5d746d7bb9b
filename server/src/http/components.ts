import { STATUS_CODES } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import { requestHeaders, type RouteHeaders } from './headers.ts'
import {
  referTo,
  shareParameters,
  shareResponses,
  type Parameter,
  type Reference,
  type Response,
} from './repeated-parts.ts'
import { extendSchemas } from './extended-schemas.ts'
import { writeNullAsType } from './nullable-schemas.ts'

interface Operation {
  tags?: string[]
  parameters?: (Parameter | Reference)[]
  responses: Record<string, Response | Reference>
  requestBody?: object
  /** Set by the routes; becomes a part of `parameters` and `responses`. */
  'x-headers'?: RouteHeaders
  'x-may-stream'?: true
  /** Set by the routes; becomes a part of `requestBody`. */
  'x-takes'?: readonly string[]
  'x-optional-body'?: true
}

/** What no route of the API describes: addresses beside it, and what the service sends itself. */
export interface MoreDescriptions {
  paths?: object
  webhooks?: object
  /** Fields that several schemas have: they extend it. */
  schemas?: object
}

interface Document {
  paths?: Record<string, Record<string, Operation>>
  components?: Record<string, Record<string, unknown>>
}

/** Moves repeated schemas and parameters to `components` and replaces them with references. */
export function shareComponents<D extends object>(document: D, more: MoreDescriptions = {}): D {
  const { paths = {}, components = {}, ...rest } = document as Document
  for (const operation of Object.values(paths).flatMap(Object.values) as Operation[]) {
    describeBody(operation)
    describeHeaders(operation)
  }
  const schemas: Record<string, unknown> = {}
  Object.assign(schemas, liftNamedSchemas({ ...components.schemas, ...more.schemas }, schemas))
  const shared = liftNamedSchemas(paths, schemas) as Required<Document>['paths']
  const operations = Object.values(shared).flatMap((methods) => Object.values(methods))
  for (const operation of operations) operation.responses = answersOf(operation)
  const others = liftNamedSchemas(more.paths ?? {}, schemas) as Required<Document>['paths']
  const webhooks = liftNamedSchemas(more.webhooks ?? {}, schemas) as Required<Document>['paths']
  const sent = Object.values(webhooks).flatMap((methods) => Object.values(methods))
  const parameters = shareParameters([...operations, ...sent])
  const beside = Object.values(others).flatMap((methods) => Object.values(methods))
  const responses = shareResponses([...operations, ...beside, ...sent])
  const described = writeNullAsType({
    ...rest,
    components: {
      ...components,
      schemas: extendSchemas(schemas),
      parameters: sorted(parameters),
      responses: sorted({ ...components.responses, ...responses }),
    },
    paths: { ...shared, ...others },
    ...(sent.length > 0 && { webhooks }),
  })
  described.components.schemas = sorted(described.components.schemas)
  return described as unknown as D
}

const validationOnly = new Set(['x-ignored', 'x-form', 'x-max-json'])

/**
 * A schema that carries `x-component` moves to the components; each name has one definition. What a plain value means
 * depends on where it is used, so its description stays inline. Other keywords of ours are for the validation only.
 */
function liftNamedSchemas(value: unknown, schemas: Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((each) => liftNamedSchemas(each, schemas))
  if (typeof value !== 'object' || value === null) return value
  const { 'x-component': name, ...content } = value as Record<string, unknown>
  const lifted = Object.fromEntries(
    Object.entries(content)
      .filter(([key]) => !validationOnly.has(key))
      .map(([key, each]) => [key, liftNamedSchemas(each, schemas)]),
  )
  if (typeof name !== 'string') return lifted
  const { description, ...plain } = lifted
  const component = lifted.type === 'object' || lifted.type === 'array' || lifted.anyOf ? lifted : plain
  schemas[name] ??= component
  if (!isDeepStrictEqual(schemas[name], component)) throw new Error(`Two different schemas are named ${name}`)
  return {
    ...referTo('schemas', name),
    ...(component === plain && description !== undefined && { description }),
  }
}

/** What a schema of Fastify cannot say: a body that is no JSON, and one that may be left out. */
function describeBody(operation: Operation): void {
  const { 'x-takes': types, 'x-optional-body': isOptional } = operation
  delete operation['x-takes']
  delete operation['x-optional-body']
  if (isOptional) operation.requestBody = { ...operation.requestBody, required: false }
  if (types)
    operation.requestBody = {
      required: true,
      content: Object.fromEntries(types.map((type) => [type, { schema: schemaOf(type) }])),
    }
}

const schemaOf = (type: string) =>
  type === 'application/json'
    ? { 'x-component': 'AnyJson' }
    : { type: 'string', ...(!type.startsWith('text/') && { format: 'binary' }) }

function describeHeaders(operation: Operation): void {
  const { 'x-headers': { takes, sends } = { takes: [], sends: [] }, 'x-may-stream': mayStream } = operation
  delete operation['x-headers']
  delete operation['x-may-stream']
  const parameters = takes.map((name) => ({ name, in: 'header', ...requestHeaders[name] }))
  if (parameters.length > 0) operation.parameters = [...(operation.parameters ?? []), ...parameters]
  for (const answer of Object.values(operation.responses) as Response[]) {
    if (sends.length > 0) answer.headers = referToHeaders(sends)
    if (mayStream) answer.content = { ...answer.content, 'text/event-stream': { schema: { type: 'string' } } }
  }
}

export const referToHeaders = (names: RouteHeaders['sends']) =>
  Object.fromEntries(names.map((name) => [name, referTo('headers', name)]))

/** JSON is described by its schema, so its response has the meaning of its status. Every error is the same problem. */
const answersOf = ({ responses }: Operation) => ({
  ...Object.fromEntries(
    (Object.entries(responses) as [string, Response][]).map(([status, { description = '', ...answer }]) => {
      const isDescribed = !answer.content?.['application/json'] && description !== 'Default Response'
      return [status, { ...answer, description: isDescribed ? description : STATUS_CODES[status] }]
    }),
  ),
  default: referTo('responses', 'Problem'),
})

const sorted = (components: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(components).toSorted(([one], [other]) => (one < other ? -1 : 1)))
