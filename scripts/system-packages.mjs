// Installs missing Debian packages for tests: Redis, Chromium, PostgreSQL and others.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { run } from './prepare.mjs'

const redis = { package: 'redis-server', program: '/usr/bin/redis-server' }
const postgres15 = { package: 'postgresql-15', program: '/usr/lib/postgresql/15/bin/postgres' }

const testParts = [
  redis,
  { package: 'chromium-headless-shell', program: '/usr/bin/chromium-headless-shell' },
  postgres15,
  { package: 'dovecot-imapd', program: '/usr/lib/dovecot/imap' },
  { package: 'prometheus', program: '/usr/bin/promtool' },
  { package: 'xfsprogs', program: '/usr/sbin/mkfs.xfs' },
]

/** What `npm run test:cluster` builds a cluster from. */
export const clusterParts = [
  redis,
  postgres15,
  { package: 'etcd-server', program: '/usr/bin/etcd' },
  { package: 'patroni', program: '/usr/bin/patroni' },
  { package: 'haproxy', program: '/usr/sbin/haproxy' },
  { package: 'iproute2', program: '/usr/sbin/ip' },
]

export function ensureSystemPackages(parts = testParts) {
  const missing = parts.filter((part) => !existsSync(part.program)).map((part) => part.package)
  if (missing.length === 0) return
  const apt = spawnSync('apt-get', ['--version']).status === 0
  if (!apt || process.getuid?.() !== 0) {
    console.error(
      `The tests need ${missing.join(' and ')}: install them, or run the tests as root on Debian.`,
    )
    process.exit(1)
  }
  console.log(`Installing ${missing.join(', ')} ...`)
  // Neither starts a service of its own: the tests start what they need.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  run('apt-get', ['update', '-qq'], { env })
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], { env })
}
