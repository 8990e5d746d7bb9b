import type { Resource } from './calls.ts'
import type { Credentials } from './credentials.ts'
import { specialCalls, type SpecialCalls } from './special-calls.ts'
import { rawClient, type Api } from './raw-client.ts'
import { makeResource } from './resource.ts'
import { resources } from './resources.ts'
import { Transport, type TransportOptions } from './transport.ts'

export type MainstayOptions = TransportOptions & Credentials

type Resources = Resource<typeof resources>

/** The methods of the table, and those that differ from the common forms. */
type AllMethods = {
  readonly [Name in keyof Resources]: Resources[Name] &
    (Name extends keyof SpecialCalls ? SpecialCalls[Name] : unknown)
}

// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- the constructor adds a property for each resource of the table
export interface Mainstay extends Omit<AllMethods, 'outbound' | 'inbound'> {
  readonly attachments: SpecialCalls['attachments']
}

/** A client of one Mainstay service. Its methods throw an ApiError for every error response. */
export class Mainstay {
  /** The whole API by address, typed: `client.api.GET('/incidents/{id}', ...)`. It returns errors instead of throwing them. */
  readonly api: Api
  /**
   * An address of the service outside of the API, such as `/mcp`: with the token, tried once, and with the response as it
   * arrives. The path is appended to `baseUrl`.
   */
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>
  readonly webhooks: Pick<AllMethods, 'outbound' | 'inbound'>

  constructor(options: MainstayOptions) {
    const transport = new Transport(options)
    this.api = rawClient(transport)
    this.fetch = async (path, { signal, ...init } = {}) => {
      const isPath = /^\/(?![/\\])/.test(path)
      const request = isPath ? new Request(transport.base + path, init) : undefined
      // Another host must not get the token; a tab after the slash would lead to one, too.
      if (!request || !transport.isOwn(request))
        throw new TypeError(`The path must begin with one slash: ${path}`)
      return transport.open(request, { signal })
    }
    const special: Record<string, object> = specialCalls(this.api, transport)
    const methods = Object.entries({ attachments: {}, ...makeResource(this.api, resources) }).map(
      ([name, common]) => [name, { ...common, ...special[name] }] as const,
    )
    const { outbound, inbound, ...rest } = Object.fromEntries(methods) as AllMethods
    this.webhooks = { outbound, inbound }
    Object.assign(this, rest)
  }
}
