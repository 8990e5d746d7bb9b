import type { Command } from 'commander'
import type { Cli } from '../cli.ts'
import { CliError, exitCodes } from '../errors.ts'
import { examples } from '../examples.ts'
import { fields } from '../output/table.ts'
import {
  lockProfiles,
  readProfiles,
  writeProfiles,
  type Credentials,
  type Profile,
  type Profiles,
} from '../profiles/file.ts'
import { requestTimeout } from '../profiles/lock.ts'

export function addProfile(program: Command, cli: Cli): void {
  const profile = program.command('profile').description('services that you have signed in to')
  const { env } = cli.io

  profile
    .command('list')
    .description('list profiles; the current one has a star')
    .addHelpText('after', examples('mainstay profile list'))
    .action(() => {
      const { current, profiles } = readProfiles(env)
      const rows = Object.entries(profiles).map(([name, { base_url, email, credentials }]) => ({
        name,
        is_current: name === current,
        base_url,
        kind: kindOf(credentials),
        email,
      }))
      const columns = [
        {
          title: 'Profile',
          value: (row: (typeof rows)[number]) => `${row.is_current ? '* ' : '  '}${row.name}`,
        },
        { title: 'Service', value: (row: (typeof rows)[number]) => row.base_url },
        { title: 'Signed in as', value: (row: (typeof rows)[number]) => row.email ?? row.kind },
      ]
      cli.printTable({ data: rows }, rows, columns, 'There are no profiles. Sign in: mainstay login')
    })

  profile
    .command('use')
    .description('make a profile the current one')
    .argument('<name>', 'name of the profile')
    .addHelpText('after', examples('mainstay profile use staging'))
    .action(async (name: string) => {
      await lockProfiles(cli.io, () => {
        const all = readProfiles(env)
        known(all, name)
        writeProfiles(env, { ...all, current: name })
      })
      cli.print({ current: name }, () => `Using profile '${name}'.`)
    })

  program
    .command('logout')
    .description('sign out and delete a profile: the current one, or that of --profile')
    .addHelpText('after', examples('mainstay logout', 'mainstay logout --profile staging'))
    .action(async () => {
      const wanted = program.opts<{ profile?: string }>().profile ?? env.MAINSTAY_PROFILE
      const { name, base_url, credentials, isRevoked } = await lockProfiles(cli.io, () => forget(env, wanted))
      cli.print({ profile: name, is_revoked: isRevoked }, () =>
        isRevoked
          ? `Signed out of ${base_url}.`
          : `Profile '${name}' deleted. ${whatRemains(base_url, credentials)}`,
      )
    })

  program
    .command('whoami')
    .description('show who you are at the service')
    .addHelpText('after', examples('mainstay whoami'))
    .action(async () => {
      const { base_url } = cli.profile()
      const identity = await cli.client().profile.get()
      cli.print({ base_url, ...identity }, () =>
        fields([
          ['Service', base_url],
          ['Name', identity.name],
          ['E-mail', identity.email],
          ['Kind', identity.kind],
          ['Roles', identity.roles],
        ]),
      )
    })
}

async function forget(env: Cli['io']['env'], wanted: string | undefined) {
  const all = readProfiles(env)
  const name = wanted ?? all.current
  const profile = known(all, name)
  const isRevoked = await revoke(profile)
  const profiles = Object.fromEntries(Object.entries(all.profiles).filter(([other]) => other !== name))
  const current = name === all.current ? (Object.keys(profiles)[0] ?? 'default') : all.current
  writeProfiles(env, { current, profiles })
  return { ...profile, name, isRevoked }
}

function known({ profiles }: Profiles, name: string) {
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined
  if (profile) return profile
  throw new CliError(`There is no profile '${name}'`, {
    exitCode: exitCodes.notFound,
    hint: 'mainstay profile list shows all of them',
  })
}

const kindOf = (credentials: Credentials) => {
  if ('api_key' in credentials) return 'API key'
  return 'client_secret' in credentials ? `service account ${credentials.client_id}` : 'user'
}

const whatRemains = (base_url: string, credentials: Credentials) =>
  'access_token' in credentials
    ? `${base_url} did not end the session: end it there under Profile, Sessions.`
    : `Its ${kindOf(credentials)} stays valid at ${base_url}.`

/** Whether the service has ended the session. It may be gone; the profile is deleted all the same. */
async function revoke({ base_url, credentials }: Profile): Promise<boolean> {
  if (!('refresh_token' in credentials) || !credentials.refresh_token) return false
  const form = { client_id: credentials.client_id, token: credentials.refresh_token }
  const response = await fetch(`${base_url}/oauth2/revoke`, {
    method: 'POST',
    body: new URLSearchParams(form),
    signal: AbortSignal.timeout(requestTimeout),
  }).catch(() => undefined)
  return response?.ok ?? false
}
