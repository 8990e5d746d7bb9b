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
type Methods<Name extends keyof Resources> = Resources[Name] &
  (Name extends keyof SpecialCalls ? SpecialCalls[Name] : unknown)

/** A client of one Mainstay service. Its methods throw an ApiError for every error response. */
export class Mainstay {
  /** The whole API by address, typed: `client.api.GET('/incidents/{id}', ...)`. It returns errors instead of throwing them. */
  readonly api: Api
  /**
   * An address of the service outside of the API, such as `/mcp`: with the token, tried once, and with the response as it
   * arrives. The path is appended to `baseUrl`.
   */
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>
  declare readonly incidents: Methods<'incidents'>
  declare readonly changes: Methods<'changes'>
  declare readonly requests: Methods<'requests'>
  declare readonly catalog: Methods<'catalog'>
  declare readonly approvals: Methods<'approvals'>
  declare readonly cis: Methods<'cis'>
  declare readonly articles: Methods<'articles'>
  declare readonly attachments: SpecialCalls['attachments']
  declare readonly ai: Methods<'ai'>
  readonly webhooks: { readonly outbound: Methods<'outbound'>; readonly inbound: Methods<'inbound'> }
  declare readonly search: Methods<'search'>
  declare readonly views: Methods<'views'>
  declare readonly events: Methods<'events'>
  declare readonly jobs: Methods<'jobs'>
  declare readonly audit: Methods<'audit'>
  declare readonly notifications: Methods<'notifications'>
  declare readonly watches: Methods<'watches'>
  declare readonly people: Methods<'people'>
  declare readonly users: Methods<'users'>
  declare readonly clients: Methods<'clients'>
  declare readonly apiKeys: Methods<'apiKeys'>
  declare readonly imports: Methods<'imports'>
  declare readonly signingKeys: Methods<'signingKeys'>
  declare readonly profile: Methods<'profile'>
  declare readonly sla: Methods<'sla'>
  declare readonly onboarding: Methods<'onboarding'>
  declare readonly demo: Methods<'demo'>
  declare readonly health: Methods<'health'>

  constructor(options: MainstayOptions) {
    const transport = new Transport(options)
    this.api = rawClient(transport)
    this.fetch = async (path, { signal, ...init } = {}) => {
      // Anything else could be another host, which must not get the token.
      if (!/^\/(?![/\\])/.test(path)) throw new TypeError(`The path must begin with one slash: ${path}`)
      return transport.open(new Request(transport.base + path, init), { signal })
    }
    const special: Record<string, object> = specialCalls(this.api, transport)
    const methods = Object.entries({ attachments: {}, ...makeResource(this.api, resources) }).map(
      ([name, common]) => [name, { ...common, ...special[name] }] as const,
    )
    const { outbound, inbound, ...rest } = Object.fromEntries(methods) as {
      [Name in keyof Resources]: Methods<Name>
    }
    this.webhooks = { outbound, inbound }
    Object.assign(this, rest)
  }
}
