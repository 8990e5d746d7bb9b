import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { bootstrapClient } from '../accounts.ts'
import { startDemo } from '../demo.ts'
import { commandsOf, pagesWithCommands, scriptOf, type Replacements } from '../documented-commands.ts'
import { openFolder } from '../folders.ts'
import { freePort } from '../free-port.ts'
import { startReceiver } from '../receiver.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const folder = openFolder()
const receiver = await startReceiver()
const host = `localhost:${await freePort()}`
const url = `http://${host}`
const anchors = path.join(folder, 'audit-anchor.jsonl')
const app = await startDemo({ BASE_URL: url, AUDIT_ANCHOR_FILE: anchors, ...receiver.env })
await app.http.listen({ host: 'localhost', port: Number(new URL(url).port) })
const apiKey = (
  await app.call('POST', '/profile/api-keys', { body: { name: 'docs', roles: ['super_admin'] } })
).json<{ key: string }>().key

/** What the commands find in their folder, and the programs they call. */
function furnish(): void {
  const write = (name: string, content: string, mode = 0o600) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), content)
    chmodSync(path.join(folder, name), mode)
  }
  const { id: client_id, secret: client_secret } = bootstrapClient
  write('data/credentials.json', JSON.stringify({ base_url: url, client_id, client_secret }))
  write('body.json', '{"event": "incident.created"}')
  write('incidents.csv', 'short_description,priority\nPrinter is jammed,P3\nBadge reader is offline,P2\n')
  write('handbook/vpn.md', '# Reset the VPN\n\nCall the service desk.\n')
  write('servers.csv', 'name,class,external_id\ndocs-1,server,docs-1\n')
  write('servers.json', '[{"name": "docs-2", "class": "server", "external_id": "docs-2"}]')
  // An error of the service is one of the command; the pages do not need that.
  write('bin/curl', '#!/bin/sh\nexec /usr/bin/curl --fail-with-body "$@"\n', 0o755)
  write('bin/mainstay', `#!/bin/sh\nexec "${process.execPath}" "${root}cli/dist/main.js" "$@"\n`, 0o755)
  symlinkSync(path.join(root, 'docs'), path.join(folder, 'docs'))
}
furnish()

/** The token and the function `api`, as the README defines them. */
const firstSteps = commandsOf('README.md').find((block) => block.includes('api() {'))!
const prelude = `${firstSteps.slice(0, firstSteps.indexOf('# A first incident'))}
# The first event that a webhook has delivered.
delivered() {
  until api GET "/webhooks/outbound/$1/deliveries?status=delivered" |
    node -p 'JSON.parse(require("fs").readFileSync(0)).data.find(({ is_test }) => !is_test).id' 2> /dev/null
  do sleep 0.2; done
}`

/** The exit status, and the end of the output if it is not 0. */
async function runPage(file: string, replacements: Replacements): Promise<[number | null, string]> {
  const script = `${prelude}\n${scriptOf(file, replacements)}`.replaceAll('localhost:8080', host)
  const name = path.join(folder, `${path.basename(file)}.sh`)
  writeFileSync(name, script)
  const child = spawn('bash', ['-e', '-o', 'pipefail', name], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: folder,
    env: {
      PATH: `${folder}/bin:${path.dirname(process.execPath)}:${process.env.PATH}`,
      MAINSTAY_URL: url,
      MAINSTAY_CONFIG_DIR: path.join(folder, 'config'),
      MAINSTAY_CLIENT_ID: bootstrapClient.id,
      MAINSTAY_CLIENT_SECRET: bootstrapClient.secret,
      KEY: apiKey,
      SECRET: bootstrapClient.secret,
    },
  })
  const output = Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = (await once(child, 'close')) as [number | null]
  return [code, code === 0 ? '' : (await output).join('\n').slice(-3000)]
}

/** A value of an answer: `| field secret`. */
const field = (name: string) => `node -p "JSON.parse(require('fs').readFileSync(0)).${name}"`
const made = (variable: string, command: string, name = 'id') => `${variable}=$(${command} | ${field(name)})`
const refused = ' || [ $? = 22 ]'
const endOfTime = ' --max-time 1 || [ $? = 28 ]'
const credentials = `client_id=${bootstrapClient.id} -d client_secret=${bootstrapClient.secret}`
const asClient = (options: string) =>
  `printf %s "$SECRET" | mainstay login --url ${url} --client-id ${bootstrapClient.id} ${options}`

/** Pages whose commands run here, with what a reader fills in. */
const pages: Record<string, Replacements> = {
  'README.md': {
    // The installation and the receiver have tests of their own: install.test.ts, hook-listen.test.ts.
    'npm start ': ': ',
    'npm test ': ': ',
    'npm run package ': ': ',
    'npm install ./*.tgz ': ': ',
    'npx mainstay start ': ': ',
    'npx mainstay': 'mainstay',
    'npm run hook:listen ': ': ',
    './data/hook-listen/ca.pem npm start': 'x true',
    'https://localhost:8443/': receiver.url,
  },
  'cli/README.md': { 'npm install -g @mainstay/cli ': ': ', 'mainstay start ': ': ' },
  'docs/ai-guide.md': {},
  'docs/ai.md': {},
  'docs/changes.md': {},
  'docs/cmdb.md': {},
  'docs/cli.md': {
    'npm install -g ./mainstay-*.tgz ': ': ',
    'npm install -g --omit=optional ./mainstay-sdk-*.tgz ./mainstay-cli-*.tgz': ':',
    // Signing in with a code in a browser is tested in cli/src/journey.test.ts.
    'mainstay login --url https://mainstay.example.com ': `${asClient('')} `,
    'mainstay login --url https://staging.example.com --profile staging': asClient('--profile staging'),
    '--client-id deploy': `--client-id ${bootstrapClient.id}`,
    'mainstay start  ': ':  ',
    'mainstay incident create "Mail is down" --priority P1 --group network --notify': made(
      'INC',
      'mainstay incident create "Mail is down" --priority P1 --group network --notify --json',
    ),
    ' INC0000301': ' $INC',
    'mainstay webhook list': [
      made(
        'ID',
        `api POST /webhooks/outbound '{"name": "Chat alerts", "url": "${receiver.url}", "events": ["incident.created"]}'`,
      ),
      'mainstay webhook list',
    ].join('\n'),
    'mainstay webhook replay del_0b1c2d3e4f': `api POST /incidents '{"short_description": "Sent again"}'
mainstay webhook replay $(delivered $ID)`,
    // Nothing has failed here.
    '--since 6h': '--since 6h --status delivered',
    // They go on until they are interrupted: tested in cli/src/journey.test.ts.
    'mainstay listen': ': mainstay listen',
    // The service on this machine: tested in install.test.ts.
    'mainstay start --port': ': mainstay start --port',
    'export MAINSTAY_URL=http://localhost:9000 DATA_DIR=/srv/mainstay ': ': ',
    'mainstay backup': ':',
    'mainstay restore': ':',
    'mainstay move-database': ':',
    'openssl rand -hex 32 | mainstay rotate-secret-key --to -': 'openssl rand -hex 32',
    'mainstay completion fish | source': 'mainstay completion fish | grep -q mainstay',
    'eval "$(mainstay completion zsh)"': 'mainstay completion zsh | grep -q compdef',
  },
  'docs/compatibility.md': {
    'curl -s -X POST http://localhost:8080/prod/api/v1/webhooks/inbound':
      'W=$(curl -s -X POST http://localhost:8080/prod/api/v1/webhooks/inbound',
    '"secret_enabled":true}\'': `"secret_enabled":true}'); KEY=$(${field('id')} <<< "$W"):$(${field('secret')} <<< "$W")`,
    'curl -s -X POST http://localhost:8080/compat/opsgenie/v2/alerts \\': `${made('KEY', `api POST /webhooks/inbound '{"name": "Alerts", "preset": "opsgenie"}'`)}
curl -s -X POST http://localhost:8080/compat/opsgenie/v2/alerts \\`,
  },
  'docs/copilot.md': {},
  'docs/identity.md': {
    'client_id=... -d client_secret=... -d token': `${credentials} -d token`,
    'client_id=... -d client_secret=...': credentials,
    'mk_...': '$KEY',
    'device_code=... \\\n  -d grant_type=urn:ietf:params:oauth:grant-type:device_code': `device_code=wrong \\
  -d grant_type=urn:ietf:params:oauth:grant-type:device_code${refused}`,
  },
  'docs/incidents.md': {},
  'docs/integrating.md': {
    '"priority": "urgent"}\'': `"priority": "urgent"}'${refused}`,
    ' --max-time 5': endOfTime,
  },
  'docs/knowledge.md': { 'versions/3': 'versions/1' },
  'docs/mcp.md': {
    'mainstay login': 'printf %s "$CLIENT_SECRET" | mainstay login',
    'mainstay mcp': 'mainstay mcp < /dev/null',
  },
  'docs/migration.md': {
    // Asks a stand-in for Opsgenie in cli/src/migration/opsgenie-export.test.ts.
    'node docs/examples/import/opsgenie-export.mjs': 'cat docs/examples/import/opsgenie.json',
  },
  'docs/notifications.md': { 'ntf_…/read': `ntf_unknown/read${refused}` },
  'docs/operating.md': {
    'DEMO_DATA=false npm start': ':',
    'npm run move-database': ': ',
    'npm run backup': ':',
    'npm run restore': ':',
    'git pull && npm run build': ':',
    'kill -HUP <pid of the supervisor>': ':',
  },
  'docs/operations.md': {
    'PGPASSWORD=$(cat data/postgres.password) psql': ': psql',
    'npm run': ': npm run',
    'api POST /audit/verify': `jq -c '. + {msg: "audit checkpoint"}' audit-anchor.jsonl > mainstay.log\napi POST /audit/verify`,
  },
  'docs/privacy.md': {
    'export ID=$(api GET': `api POST /users '{"email": "erased@example.com", "roles": ["viewer"]}'
export ID=$(api GET`,
    'alex@example.com': 'erased@example.com',
  },
  'docs/requests.md': {},
  'docs/webhooks.md': {
    'npm run hook:listen ': ': ',
    './data/hook-listen/ca.pem npm start': 'x true',
    'https://localhost:8443/': receiver.url,
    'https://hooks.slack.com/services/T000/B000/secret': receiver.url,
    'api POST /webhooks/outbound \'{"name": "Try"': 'ID=$(api POST /webhooks/outbound \'{"name": "Try"',
    "}'   # note id and secret": `}' | ${field('id')})`,
    '"status": "failed"': '"status": "delivered"', // nothing has failed here
    'outbound/<id>': 'outbound/$ID',
    "'/webhooks/outbound/$ID/deliveries": '"/webhooks/outbound/$ID/deliveries',
    "?status=failed'": '?status=failed"',
    '<delivery>': '$(delivered $ID)',
    'api POST /webhooks/inbound \'{"name"': 'IN=$(api POST /webhooks/inbound \'{"name"',
    "}'    # enter the": `}' | ${field('id')})    # enter the`,
    'inbound/<id>': 'inbound/$IN',
    $WEBHOOK_URL: 'localhost:8080/prod/api/webhooks/inbound/$IN',
    '"Authorization: Bearer $TOKEN"': `"Authorization: Bearer $TOKEN"${endOfTime}`,
  },
}

/** Pages whose commands need another machine, or are those of the repository itself. */
const elsewhere: Record<string, string> = {
  'CONTRIBUTING.md': 'the scripts of package.json',
  'sdk/README.md': 'npm install; the packages are installed in install.test.ts',
  'docs/demo.md': 'process/demo.test.ts',
  'docs/deployment.md':
    'Docker, Kubernetes and systemd, by hand; process/deployment.test.ts and install.test.ts check their files',
  'docs/importing.md': 'process/import.test.ts',
  'docs/inbound-mail.md': 'settings of a mail server; modules/inbound-mail has the tests',
  'docs/models.md': 'providers of models; process/install.test.ts starts the service with one',
}

test('every page with commands is listed here', () => {
  expect(pagesWithCommands().toSorted()).toEqual(
    [...Object.keys(pages), ...Object.keys(elsewhere)].toSorted(),
  )
})

test.each(Object.entries(pages))('the commands of %s run', async (file, replacements) => {
  expect(await runPage(file, replacements)).toEqual([0, ''])
})
