import { STATUS_CODES } from 'node:http'

export interface Reference {
  $ref: string
}

export interface Parameter {
  name: string
  required?: boolean
}

export interface Response {
  headers?: object
  description?: string
  content?: Record<string, { schema?: object }>
}

interface Operation {
  tags?: string[]
  parameters?: (Parameter | Reference)[]
  responses: Record<string, Response | Reference>
}

export const referTo = (kind: string, name: string): Reference => ({ $ref: `#/components/${kind}/${name}` })

/** Repeated parameters. The most common one of a name gets it; others are prefixed with the group of their operation. */
export function shareParameters(operations: Operation[]): Record<string, unknown> {
  const repeated = new RepeatedParts('parameters')
  for (const { tags: [tag = ''] = [], parameters = [] } of operations)
    for (const parameter of parameters as Parameter[]) {
      if (!parameter.required) delete parameter.required // the default
      repeated.add(parameter, [parameter.name, `${tag.replaceAll(' ', '')}.${parameter.name}`])
    }
  const { shared, refer } = repeated.share()
  for (const operation of operations) operation.parameters &&= operation.parameters.map(refer)
  return shared
}

/** Repeated responses, by the name of what they contain. The most common one of a name gets it; others have their status in it. */
export function shareResponses(operations: Operation[]): Record<string, unknown> {
  const repeated = new RepeatedParts('responses')
  const all = operations.flatMap(({ responses }) => Object.entries(responses))
  for (const [status, response] of all) {
    const name = '$ref' in response ? '' : nameOf(response, status)
    if (name) repeated.add(response, [name, `${name}.${status}`])
  }
  const { shared, refer } = repeated.share()
  for (const operation of operations)
    operation.responses = Object.fromEntries(
      Object.entries(operation.responses).map(([status, response]) => [status, refer(response)]),
    )
  return shared
}

/** `Incident` for JSON of this schema, `Csv` for text/csv, and the meaning of the status without a body. */
function nameOf({ content = {} }: Response, status: string): string {
  const [[type, { schema }] = ['', { schema: undefined }]] = Object.entries(content)
  const word = (schema as Partial<Reference>)?.$ref?.split('/').at(-1) ?? /[a-z]+$/.exec(type)?.[0]
  const name = word ?? STATUS_CODES[status] ?? `Status${status}`
  return name.replaceAll(' ', '').replace(/^./, (letter) => letter.toUpperCase())
}

/** What occurs more than once becomes a component, under the first of its names that is free, the most common part first. */
class RepeatedParts {
  readonly #kind: string
  readonly #uses = new Map<string, { part: object; names: string[]; count: number }>()

  constructor(kind: string) {
    this.#kind = kind
  }

  add(part: object, names: string[]): void {
    const text = JSON.stringify(part)
    const use = this.#uses.get(text) ?? { part, names, count: 0 }
    this.#uses.set(text, { ...use, count: use.count + 1 })
  }

  share(): { shared: Record<string, unknown>; refer: <P extends object>(part: P) => P | Reference } {
    const shared: Record<string, unknown> = {}
    const references = new Map<string, Reference>()
    const commonFirst = [...this.#uses].toSorted(([, one], [, other]) => other.count - one.count)
    for (const [text, { part, names, count }] of commonFirst) {
      const name = names.find((each) => !(each in shared))
      if (count === 1 || name === undefined) continue
      shared[name] = part
      references.set(text, referTo(this.#kind, name))
    }
    return { shared, refer: (part) => references.get(JSON.stringify(part)) ?? part }
  }
}
