import { lookup } from 'node:dns/promises'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startDnsServer } from '../../../../test/dns-server.ts'
import { eventually } from '../../../../test/eventually.ts'
import { openFolder } from '../../../../test/folders.ts'
import { openResolver } from './resolver.ts'

const silent = Array.from({ length: 20 }, (_, i) => `silent-${i}.test`)
const dns = await startDnsServer({
  'both.test': { A: ['192.0.2.1', '192.0.2.2'], AAAA: ['2001:db8::1'] },
  'listed.test': { A: ['192.0.2.9'] },
  ...Object.fromEntries(silent.map((name) => [name, 'silence' as const])),
})
const servers = [`127.0.0.1:${dns.port}`]

test('all addresses of a name are found, of both families', async () => {
  expect(await dns.resolve('both.test')).toEqual(['192.0.2.1', '192.0.2.2', '2001:db8::1'])
})

test('names whose name server is silent block neither other names nor lookups of the operating system', async () => {
  const lookups = () => process.getActiveResourcesInfo().filter((kind) => kind === 'GetAddrInfoReqWrap')
  await eventually(() => lookups().length === 0) // those of other files
  const waiting = silent.map((name) => dns.resolve(name))
  await eventually(() => silent.every((name) => dns.questions.includes(`A ${name}`)))
  expect(lookups()).toEqual([])
  expect(await dns.resolve('both.test')).toHaveLength(3)
  expect(await lookup('localhost')).toMatchObject({ address: expect.any(String) as string })
  for (const name of silent) dns.zone[name] = { A: ['192.0.2.3'] } // ends the waiting sooner
  await Promise.all(waiting)
})

test('the hosts file comes first', async () => {
  const hosts_file = path.join(openFolder(), 'hosts')
  await writeFile(
    hosts_file,
    '127.0.0.1 localhost\n10.0.0.7\tAlias Listed.test # ours\n::7 listed.test\n#1.2.3.4 both.test\n',
  )
  const resolve = openResolver({ servers, hosts_file })
  expect(await resolve('listed.test')).toEqual(['10.0.0.7', '::7'])
  expect(dns.questions).not.toContain('A listed.test')
  expect(await resolve('both.test')).toContain('192.0.2.1')
})

test('a name that DNS does not know is looked up by the operating system', async () => {
  const hosts_file = path.join(openFolder(), 'missing')
  const resolve = openResolver({ servers, hosts_file })
  const found = await Promise.all([resolve('localhost'), resolve('localhost')])
  expect(dns.questions).toContain('A localhost')
  for (const addresses of found)
    expect(addresses.some((one) => ['127.0.0.1', '::1'].includes(one))).toBe(true)
})
