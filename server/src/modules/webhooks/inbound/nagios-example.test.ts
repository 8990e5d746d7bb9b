import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { driveInbound, type InboundWebhook } from '../../../../test/inbound.ts'
import { driveIncidents, expectOk } from '../../../../test/incidents.ts'

const folder = fileURLToPath(new URL('../../../../../docs/examples/nagios/', import.meta.url))
const hasPython = spawnSync('python3', ['--version']).status === 0

const app = await startApp()
const address = await app.http.listen({ host: '127.0.0.1', port: 0 })
const inbound = driveInbound(app)
const incidents = driveIncidents(app)

test.skipIf(!hasPython)(
  'the documented program of Nagios and Checkmk opens and resolves incidents',
  async () => {
    const body = JSON.parse(readFileSync(`${folder}webhook.json`, 'utf8')) as object
    const webhook = expectOk<InboundWebhook>(await app.call('POST', '/webhooks/inbound', { body }), 201)
    const url = `${address}${new URL(webhook.url).pathname}`
    const notify = async (parameters: string[], env: Record<string, string>) => {
      await promisify(execFile)('python3', [`${folder}notify_mainstay.py`, ...parameters], { env })
      const [call] = (await inbound.calls(webhook)).data
      return call!
    }

    const service = {
      NAGIOS_NOTIFICATIONTYPE: 'PROBLEM',
      NAGIOS_HOSTNAME: 'db-1',
      NAGIOS_HOSTADDRESS: '10.0.0.7',
      NAGIOS_HOSTSTATE: 'UP',
      NAGIOS_SERVICEDESC: 'Disk "/var"',
      NAGIOS_SERVICESTATE: 'WARNING',
      NAGIOS_SERVICEOUTPUT: 'DISK WARNING - 8 % frei für "/var"',
    }
    const { status, incident_id } = await notify([url], service)
    expect(status).toBe('created')
    expect(await incidents.get(incident_id!)).toMatchObject({
      short_description: 'db-1 Disk "/var" is WARNING: DISK WARNING - 8 % frei für "/var"',
      priority: 'P3',
    })
    expect(await notify([url], { ...service, NAGIOS_NOTIFICATIONTYPE: 'ACKNOWLEDGEMENT' })).toMatchObject({
      status: 'filtered',
    })
    const recovery = { ...service, NAGIOS_NOTIFICATIONTYPE: 'RECOVERY', NAGIOS_SERVICESTATE: 'OK' }
    expect(await notify([url], recovery)).toMatchObject({ status: 'resolved', incident_id })

    const host = await notify([], {
      NOTIFY_NOTIFICATIONTYPE: 'PROBLEM',
      NOTIFY_HOSTNAME: 'db-2',
      NOTIFY_HOSTSTATE: 'DOWN',
      NOTIFY_HOSTOUTPUT: 'No route',
      NOTIFY_PARAMETER_1: url,
    })
    expect(await incidents.get(host.incident_id!)).toMatchObject({
      short_description: 'db-2 is DOWN: No route',
      priority: 'P1',
    })
  },
)
