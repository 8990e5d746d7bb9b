import type { Command } from 'commander'
import { makeClient } from '../client.ts'
import type { Cli } from '../cli.ts'
import { usageError } from '../errors.ts'
import { examples } from '../examples.ts'
import { signInWithDevice } from '../login/device.ts'
import { readSecret } from '../login/secret.ts'
import { printable } from '../output/colour.ts'
import { defaultUrl, isLoopback, normalUrl } from '../profiles/choose.ts'
import {
  lockProfiles,
  profilesFile,
  readProfiles,
  writeProfiles,
  type Credentials,
} from '../profiles/file.ts'

interface LoginOptions {
  clientId?: string
  clientSecretStdin?: boolean
  apiKeyStdin?: boolean
}

export function addLogin(program: Command, cli: Cli): void {
  program
    .command('login')
    .description('sign in to a service, and remember it as a profile')
    .option('--client-id <id>', 'as a service account; its secret is asked for, or read from standard input')
    .option('--client-secret-stdin', 'read the secret from standard input (the default when it is a pipe)')
    .option('--api-key-stdin', 'with an API key, read from standard input')
    .addHelpText(
      'after',
      examples(
        'mainstay login --url https://mainstay.example.com',
        'mainstay login --url https://staging.example.com --profile staging',
        'printf %s "$SECRET" | mainstay login --client-id deploy --client-secret-stdin',
        'printf %s "$KEY" | mainstay login --api-key-stdin',
      ) + '\n\nProfiles are kept in ~/.config/mainstay/credentials.json, which only you can read.',
    )
    .action(async (options: LoginOptions) => {
      const { url, profile } = program.opts<{ url?: string; profile?: string }>()
      const { env } = cli.io
      const base_url = normalUrl(url ?? env.MAINSTAY_URL ?? defaultUrl)
      const name = profile ?? env.MAINSTAY_PROFILE ?? 'default'
      if (!/^[\w.-]{1,50}$/.test(name))
        throw usageError(`'${name}' cannot be the name of a profile`, 'Use letters, digits, dots and dashes')
      warnOfPlainHttp(cli, base_url)
      const credentials = await signIn(cli, base_url, options)
      const identity = await makeClient({ base_url, credentials }, cli.io).profile.get()
      await lockProfiles(cli.io, () =>
        writeProfiles(env, {
          current: name,
          profiles: {
            ...readProfiles(env).profiles,
            [name]: { base_url, email: identity.email, credentials },
          },
        }),
      )
      cli.print({ profile: name, base_url, identity }, () =>
        printable(
          `Signed in to ${base_url} as ${identity.name || identity.email} (${identity.roles.join(', ')}).\n` +
            `Kept as profile '${name}' in ${profilesFile(env)}.`,
        ),
      )
    })
}

async function signIn(cli: Cli, base_url: string, options: LoginOptions): Promise<Credentials> {
  if (options.apiKeyStdin) return { api_key: await readSecret(cli.io, 'API key: ') }
  if (options.clientId)
    return { client_id: options.clientId, client_secret: await readSecret(cli.io, 'Client secret: ') }
  if (options.clientSecretStdin) throw usageError('--client-id is missing')
  return signInWithDevice({
    base_url,
    show: ({ user_code, verification_uri, verification_uri_complete }) => {
      // On standard error even with --json: without it nobody could sign in.
      cli.io.stderr.write(
        `Open ${printable(verification_uri_complete ?? verification_uri)} and allow the code ${cli.paint('bold', printable(user_code))}\nWaiting ...\n`,
      )
    },
    signal: cli.io.signal,
  })
}

function warnOfPlainHttp(cli: Cli, base_url: string): void {
  if (base_url.startsWith('http:') && !isLoopback(base_url))
    cli.say(`Warning: ${base_url} is not encrypted; everyone on the way can read your credentials.`)
}
