import { existsSync, statfsSync, statSync } from 'node:fs'
import path from 'node:path'
import { ConnectionError, PermissionError, type Finding, type Mainstay } from '@mainstay/sdk'
import type { Io } from '../io.ts'
import { judgeDisk, judgeLocalClock, judgeWebhooks } from './rules.ts'

/** Everything that can be found out from here: over the API, and in the data folder if it is on this machine. */
export async function examine(client: Mainstay, base_url: string, io: Io): Promise<Finding[]> {
  const local = localFindings(io)
  try {
    const { version, service_instance } = await client.health.get()
    const answers = {
      check: 'Service',
      status: 'ok',
      detail: `${base_url}, ${service_instance} ${version}`,
    } as const
    return [answers, ...(await serviceFindings(client)), ...local.filter(({ check }) => check !== 'Disk')]
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error
    return [
      {
        check: 'Service',
        status: 'problem',
        detail: `${base_url} does not answer: ${error.message}`,
        advice: 'Start it with mainstay start, look at its log, or give another address with --url',
      },
      ...local,
    ]
  }
}

async function serviceFindings(client: Mainstay): Promise<Finding[]> {
  const begin = Date.now()
  const [diagnostics, webhooks] = await Promise.all([
    ifAllowed('Diagnostics', () => client.health.diagnostics()),
    ifAllowed('Webhooks', async () => {
      const { outbound } = client.webhooks
      const [list, health] = await Promise.all([outbound.list({ limit: 200 }).take(1000), outbound.health()])
      return judgeWebhooks(list, health.data)
    }),
  ])
  const end = Date.now()
  if ('check' in diagnostics) return [diagnostics, webhooks]
  const { findings, time } = diagnostics
  return [...findings, judgeLocalClock(time, (begin + end) / 2, end - begin), webhooks]
}

async function ifAllowed<Result>(check: string, read: () => Promise<Result>): Promise<Result | Finding> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof PermissionError)) throw error
    const roles = error.problem.required_roles?.join(', ')
    return {
      check,
      status: 'warning',
      detail: 'not allowed',
      advice: `Sign in with one of the roles ${roles}`,
    }
  }
}

/** The data folder, if there is one here. */
function localFindings({ env, cwd }: Io): Finding[] {
  const folder = path.resolve(cwd, env.DATA_DIR || './data')
  if (!existsSync(folder)) return []
  // Where the database is: it may be elsewhere, behind a link.
  const cluster = path.join(folder, 'postgres')
  const measured = existsSync(cluster) ? cluster : folder
  const { bavail, bsize } = statfsSync(measured)
  return [judgeDisk(bavail * bsize, measured), ...secretsFinding(folder)]
}

function secretsFinding(folder: string): Finding[] {
  const files = ['secret.key', 'credentials.json'].map((name) => path.join(folder, name)).filter(existsSync)
  if (files.length === 0 || process.platform === 'win32') return []
  const open = files.filter((file) => (statSync(file).mode & 0o077) !== 0)
  if (open.length === 0)
    return [{ check: 'Secrets', status: 'ok', detail: `only their owner can read ${files.join(', ')}` }]
  return [
    {
      check: 'Secrets',
      status: 'problem',
      detail: `other users can read ${open.join(', ')}`,
      advice: `chmod 600 ${open.join(' ')}; if others use this machine, replace them (mainstay rotate-secret-key)`,
    },
  ]
}
