import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { variables } from '../../src/config-variables.ts'
import { startApp } from '../app.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const read = (file: string) => readFileSync(path.join(root, 'deploy', file), 'utf8')
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match.slice(1))

test('every metric that the alerts and the dashboard name is one that the service serves', async () => {
  const app = await startApp()
  const { body } = await app.http.inject({ method: 'GET', url: '/metrics' })
  const served = new Set(matches(body, /^# TYPE (\w+)/gm).flat())
  for (const file of ['prometheus/alerts.yml', 'grafana/mainstay.json']) {
    const named = new Set(matches(read(file), /\b((?:mainstay|process|nodejs)_\w+)/g).flat())
    expect(named.size).toBeGreaterThan(5)
    const unknown = [...named].filter((name) => !served.has(name.replace(/_(bucket|sum|count)$/, '')))
    expect([file, unknown]).toEqual([file, []])
  }
})

test('the dashboard shows every metric of the service', () => {
  const sources = ['metrics.ts', 'node-metrics.ts', 'request-metrics.ts']
  const declared = sources.flatMap((file) =>
    matches(readFileSync(path.join(root, 'server/src/http', file), 'utf8'), /'(mainstay_\w+)'/g).flat(),
  )
  const dashboard = read('grafana/mainstay.json')
  expect(declared.length).toBeGreaterThan(5)
  expect(declared.filter((name) => !dashboard.includes(name))).toEqual([])
})

test('durations leave out event streams, AI and probes, in the dashboard as in the alert', () => {
  const durations = /mainstay_http_request_duration_seconds_bucket\{([^}]*)\}/g
  const selectors = ['prometheus/alerts.yml', 'grafana/mainstay.json'].flatMap((file) =>
    matches(read(file).replaceAll('\\"', '"'), durations).flat(),
  )
  expect(selectors.length).toBeGreaterThan(4)
  expect(
    selectors.filter(
      (selector) => !selector.includes('route!~"/(healthz|readyz|metrics)|.*(stream|/ai/).*"'),
    ),
  ).toEqual([])
})

test('the dashboard adds up the jobs of every type that were given up', () => {
  expect(read('grafana/mainstay.json')).toContain('"sum(max by (type) (mainstay_jobs_dead{')
})

test('promtool accepts the configuration of Prometheus, and the alerts fire as their tests say', () => {
  const promtool = (...args: string[]) => execFileSync('promtool', args, { cwd: path.join(root, 'deploy') })
  promtool('check', 'config', 'prometheus/prometheus.yml')
  promtool('test', 'rules', 'prometheus/alerts.test.yml')
  const alerts = matches(read('prometheus/alerts.yml'), /alert: (\w+)/g).flat()
  const tested = read('prometheus/alerts.test.yml')
  expect(alerts.filter((alert) => !tested.includes(`alertname: ${alert}`))).toEqual([])
})

/** What a shell would put in: the default, or something long enough for a secret. */
const fillIn = (value: string) =>
  value.replaceAll(/\$\{\w+(?::-([^}]*)|:\?[^}]*)\}/g, (_, fallback?: string) => fallback ?? 's'.repeat(40))

const settings: Record<string, string[][]> = {
  Dockerfile: matches(read('Dockerfile').match(/^ENV .*$/m)![0], / (\w+)=(\S+)/g),
  'compose.yaml': matches(read('compose.yaml'), /^ {4,6}((?!POSTGRES_)[A-Z_]+): (.+)$/gm),
  'kubernetes/kustomization.yaml': matches(read('kubernetes/kustomization.yaml'), /- ([A-Z_]+)=(.+)$/gm),
  'systemd/mainstay.service': matches(read('systemd/mainstay.service'), /^Environment=(\w+)=(.+)$/gm),
}

test.each(Object.keys(settings))('%s sets only variables that exist, to values that are accepted', (file) => {
  const pairs = settings[file]!.filter(([name]) => name !== 'NODE_ENV')
  expect(pairs.length).toBeGreaterThan(0)
  expect(pairs.map(([name]) => name!).filter((name) => !(name in variables))).toEqual([])
  readConfig(Object.fromEntries(pairs.map(([name, value]) => [name!, fillIn(value!)])))
})

test('a pod and a container have an hour for migrations before they count as failed', () => {
  const manifest = read('kubernetes/deployment.yaml')
  const [probe] = matches(manifest, /startupProbe:[^]+?periodSeconds: (\d+)\s+failureThreshold: (\d+)/g)
  const [deadline] = matches(manifest, /progressDeadlineSeconds: (\d+)/g).flat()
  expect(Number(probe![0]) * Number(probe![1])).toBeGreaterThanOrEqual(3600)
  expect(Number(deadline)).toBeGreaterThanOrEqual(3600)
  expect(read('Dockerfile')).toContain('--start-period=1h')
})

test('systemd leaves it to the service to replace a worker that was killed for its memory', () => {
  expect(read('systemd/mainstay.service')).toMatch(/^OOMPolicy=continue$/m)
})

test('no package runs an install script while the image is built', () => {
  const [beforeInstall] = read('Dockerfile').split('\nRUN npm ci')
  expect(beforeInstall).toMatch(/^COPY (.* )?\.npmrc .*\.\/$/m)
  expect(matches(read('Dockerfile.dockerignore'), /^(.*npmrc.*)$/gm)).toEqual([])
})

test('the files that kustomize and the image name exist', () => {
  const manifests = matches(read('kubernetes/kustomization.yaml'), /^ {2}- (\w\S*\.yaml)$/gm).flat()
  const copied = matches(read('Dockerfile'), /^COPY (?!--)(.+) \S+$/gm).flatMap(([files]) =>
    files!.split(' '),
  )
  expect(manifests.length).toBeGreaterThan(3)
  expect(copied.length).toBeGreaterThan(5)
  expect(manifests.filter((file) => !existsSync(path.join(root, 'deploy/kubernetes', file)))).toEqual([])
  expect(copied.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
})
