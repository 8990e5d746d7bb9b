import { STATUS_CODES } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import { requestHeaders, type RouteHeaders } from './headers.ts'

interface Parameter {
  name: string
}

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

interface Response {
  headers?: object
  content?: object
}

interface Reference {
  $ref: string
}

/** What no route of the API describes: addresses beside it, and what the service sends itself. */
export interface MoreDescriptions {
  paths?: object
  webhooks?: object
}

interface Document {
  paths?: Record<string, Record<string, Operation>>
  components?: Record<string, Record<string, unknown>>
}

const referTo = (kind: string, name: string): Reference => ({ $ref: `#/components/${kind}/${name}` })

/** Moves repeated schemas and parameters to `components` and replaces them with references. */
export function shareComponents<D extends object>(document: D, more: MoreDescriptions = {}): D {
  const { paths = {}, components = {}, ...rest } = document as Document
  for (const operation of Object.values(paths).flatMap(Object.values) as Operation[]) {
    describeBody(operation)
    describeHeaders(operation)
  }
  const schemas: Record<string, unknown> = {}
  Object.assign(schemas, liftNamedSchemas(components.schemas, schemas))
  const shared = liftNamedSchemas(paths, schemas) as Required<Document>['paths']
  const operations = Object.values(shared).flatMap((methods) => Object.values(methods))
  for (const operation of operations) operation.responses = answersOf(operation)
  const others = liftNamedSchemas(more.paths ?? {}, schemas) as Required<Document>['paths']
  const webhooks = liftNamedSchemas(more.webhooks ?? {}, schemas) as Required<Document>['paths']
  const sent = Object.values(webhooks).flatMap((methods) => Object.values(methods))
  const parameters = shareParameters([...operations, ...sent])
  return {
    ...rest,
    components: { ...components, schemas: sorted(schemas), parameters: sorted(parameters) },
    paths: { ...shared, ...others },
    ...(sent.length > 0 && { webhooks }),
  } as unknown as D
}

/**
 * A schema that carries `x-component` moves to the components; each name has one definition. What a plain value means
 * depends on where it is used, so its description stays inline.
 */
function liftNamedSchemas(value: unknown, schemas: Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((each) => liftNamedSchemas(each, schemas))
  if (typeof value !== 'object' || value === null) return value
  const { 'x-component': name, ...content } = value as Record<string, unknown>
  const lifted = Object.fromEntries(
    Object.entries(content).map(([key, each]) => [key, liftNamedSchemas(each, schemas)]),
  )
  if (typeof name !== 'string') return lifted
  const { description, ...plain } = lifted
  const component = lifted.type === 'object' ? lifted : plain
  schemas[name] ??= component
  if (!isDeepStrictEqual(schemas[name], component)) throw new Error(`Two different schemas are named ${name}`)
  return {
    ...referTo('schemas', name),
    ...(component === plain && description !== undefined && { description }),
  }
}

/** Repeated parameters. The most common one of a name gets it; others are prefixed with the group of their operation. */
function shareParameters(operations: Operation[]): Record<string, unknown> {
  const uses = new Map<string, { tag: string; parameter: Parameter; count: number }>()
  for (const { tags, parameters = [] } of operations)
    for (const parameter of parameters as Parameter[]) {
      const text = JSON.stringify(parameter)
      const use = uses.get(text) ?? { tag: tags?.[0] ?? '', parameter, count: 0 }
      uses.set(text, { ...use, count: use.count + 1 })
    }
  const references = new Map<string, Reference>()
  const shared: Record<string, unknown> = {}
  const commonFirst = [...uses].toSorted(([, one], [, other]) => other.count - one.count)
  for (const [text, { tag, parameter, count }] of commonFirst) {
    const name = parameter.name in shared ? `${tag.replaceAll(' ', '')}.${parameter.name}` : parameter.name
    if (count === 1 || name in shared) continue
    shared[name] = parameter
    references.set(text, referTo('parameters', name))
  }
  for (const operation of operations)
    operation.parameters &&= operation.parameters.map(
      (parameter) => references.get(JSON.stringify(parameter)) ?? parameter,
    )
  return shared
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

/** Responses named by the meaning of their status; every error is the same problem. */
const answersOf = ({ responses }: Operation) => ({
  ...Object.fromEntries(
    Object.entries(responses).map(([status, answer]) => [
      status,
      { ...answer, description: STATUS_CODES[status] },
    ]),
  ),
  default: referTo('responses', 'Problem'),
})

const sorted = (components: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(components).toSorted(([one], [other]) => (one < other ? -1 : 1)))
