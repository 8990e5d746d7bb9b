import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { driveCmdb } from '../../../test/cmdb.ts'

const cmdb = driveCmdb(await startApp())
const namesWith = async (health: string) =>
  (await cmdb.list({ health, sort: 'name', order: 'asc' })).data.map(({ name }) => name)

test('orphans are in no relationship with an existing item, in either direction', async () => {
  const target = await cmdb.create({ name: 'target' })
  const relationships = [{ type: 'runs_on', ci_id: target.id }]
  const source = await cmdb.create({ name: 'source', relationships })
  await cmdb.create({ name: 'alone' })
  expect(await namesWith('orphan')).toEqual(['alone'])
  await cmdb.remove(source.id)
  expect(await namesWith('orphan')).toEqual(['alone', 'target'])
})

test('duplicates share an identifier, or name, class and environment', async () => {
  const twice = (first: object, second: object) =>
    Promise.all([first, second].map((body) => cmdb.create({ class: 'server', ...body })))
  await twice({ name: 'serial a', serial_number: 'SN-1' }, { name: 'serial b', serial_number: 'sn-1' })
  await twice({ name: 'host a', fqdn: 'h.example.com' }, { name: 'host b', fqdn: 'H.example.com.' })
  await twice({ name: 'Web' }, { name: 'web' })
  // Not the same: a placeholder of firmware, another environment, and one that is gone.
  await twice({ name: 'none a', serial_number: 'N/A' }, { name: 'none b', serial_number: 'N/A' })
  await twice({ name: 'erp', environment: 'test' }, { name: 'erp', environment: 'production' })
  const [, gone] = await twice({ name: 'old' }, { name: 'old' })
  await cmdb.remove(gone!.id)
  const found = await namesWith('duplicate')
  expect(found.toSorted()).toEqual(['Web', 'host a', 'host b', 'serial a', 'serial b', 'web'])
})
