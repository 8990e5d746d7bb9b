import { spawn } from 'node:child_process'
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { closeAtEnd } from '../cleanup.ts'
import { eventually } from '../eventually.ts'
import { openFolder } from '../folders.ts'
import { hubAddress, Machine, network, openHub } from './network.ts'

/** `ttl` is the least that Patroni allows: a leader that vanishes is replaced after at most 20 s. */
const shared = {
  ttl: 20,
  loop_wait: 2,
  retry_timeout: 5,
  synchronous_mode: true,
  primary_start_timeout: 0,
  postgresql: {
    use_pg_rewind: true,
    parameters: { max_connections: 100, wal_keep_size: '512MB', wal_log_hints: 'on' },
  },
}

const users = {
  superuser: { username: 'postgres', password: 'postgres' },
  replication: { username: 'replicator', password: 'replicator' },
}

interface Member {
  name: string
  role: string
  state: string
  timeline?: number
}

/** Several PostgreSQL servers, each on its own machine; Patroni elects one of them as the leader. */
export class PatroniCluster {
  readonly machines: Machine[]
  readonly #folder = openFolder()

  constructor(size: number) {
    openHub()
    this.machines = Array.from({ length: size }, (_, i) => new Machine(`db${i + 1}`, 11 + i))
    closeAtEnd(() => this.machines.forEach((machine) => machine.signal('SIGKILL')))
  }

  get url(): string {
    const hosts = this.machines.map(({ address }) => `${address}:5432`).join(',')
    return `postgres://mainstay@${hosts}/mainstay?target_session_attrs=read-write`
  }

  async start(): Promise<this> {
    startEtcd(this.#folder)
    for (const machine of this.machines) this.startMachine(machine)
    await this.synchronized()
    return this
  }

  startMachine(machine: Machine): void {
    const folder = path.join(this.#folder, machine.name)
    const file = `${folder}.json`
    mkdirSync(folder, { recursive: true })
    const { uid, gid } = postgresUser()
    chownSync(folder, uid, gid)
    writeFileSync(file, JSON.stringify(settingsOf(machine, folder)))
    machine.spawn(['patroni', file], `${folder}.log`)
  }

  /** The members of the cluster, from any machine that responds. */
  async members(): Promise<Member[]> {
    const answers = this.machines.map(async ({ address }) => {
      const response = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(2000) })
      return ((await response.json()) as { members: Member[] }).members
    })
    return Promise.any(answers)
  }

  async leader(): Promise<Machine> {
    const asked = this.machines.map(async (machine) => {
      const signal = AbortSignal.timeout(2000)
      if ((await fetch(`http://${machine.address}:8008/primary`, { signal })).ok) return machine
      throw new Error(`${machine.name} is not the leader`)
    })
    return Promise.any(asked)
  }

  /** A leader, a standby that confirms its commits, and all others replicating. */
  async synchronized(): Promise<void> {
    await eventually(async () => {
      const members = await this.members()
      const follows = ({ role, state }: Member) =>
        role === 'leader' || ['running', 'streaming'].includes(state)
      return (
        members.length === this.machines.length &&
        members.every(follows) &&
        members.some(({ role }) => role === 'leader') &&
        members.some(({ role }) => role === 'sync_standby')
      )
    }, 240)
  }

  logOf(machine: Machine): string {
    return readFileSync(path.join(this.#folder, `${machine.name}.log`), 'utf8')
  }
}

function settingsOf({ name, address }: Machine, folder: string): object {
  return {
    scope: 'mainstay',
    name,
    restapi: { listen: `${address}:8008`, connect_address: `${address}:8008` },
    etcd3: { hosts: `${hubAddress}:2379` },
    bootstrap: { dcs: shared, initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }] },
    postgresql: {
      listen: `${address}:5432`,
      connect_address: `${address}:5432`,
      data_dir: path.join(folder, 'data'),
      bin_dir: '/usr/lib/postgresql/15/bin',
      pgpass: path.join(folder, 'pgpass'),
      authentication: users,
      parameters: { unix_socket_directories: folder },
      pg_hba: [
        'local all all trust',
        `host all all ${network} trust`,
        `host replication all ${network} trust`,
      ],
    },
  }
}

function postgresUser(): { uid: number; gid: number } {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((line) => line.startsWith('postgres:'))
  const [, , uid, gid] = line!.split(':')
  return { uid: Number(uid), gid: Number(gid) }
}

function startEtcd(folder: string): void {
  const client = `http://${hubAddress}:2379`
  const child = spawn(
    'etcd',
    [
      '--data-dir',
      path.join(folder, 'etcd'),
      '--listen-client-urls',
      client,
      '--advertise-client-urls',
      client,
    ],
    { stdio: 'ignore' },
  )
  closeAtEnd(() => child.kill('SIGKILL'))
}

/** Forwards to the current leader of Patroni. Returns its port. */
export function startHaproxy(machines: Machine[]): number {
  const port = 5000
  const file = path.join(openFolder(), 'haproxy.cfg')
  const servers = machines.map(({ name, address }) => `  server ${name} ${address}:5432 check port 8008`)
  writeFileSync(
    file,
    `defaults
  mode tcp
  timeout connect 2s
  timeout client 5m
  timeout server 5m
  timeout check 2s
listen leader
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`,
  )
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' })
  closeAtEnd(() => child.kill('SIGKILL'))
  return port
}
