import { expect, test, vi } from 'vitest'
import type { Version } from './editable-record.ts'

vi.stubGlobal('location', { origin: 'https://mainstay.example.com', protocol: 'https:' })
vi.stubGlobal('addEventListener', () => undefined)
const { ApiError } = await import('../../api/client.ts')
const { saveListEdit } = await import('./list-edit.ts')
const { saveField } = await import('./save-field.ts')

const versionOf = (version: number, values: object): Version => ({
  values: { ...values },
  etag: `"${version}"`,
})

/** A record at this version, which refuses changes of others. */
function recordAt(version: number, values: object) {
  let current = versionOf(version, values)
  return {
    save: async (patch: object, { etag }: Version) => {
      if (etag !== current.etag) throw new ApiError(412, {})
      current = versionOf(version + 1, { ...current.values, ...patch })
      return current
    },
    reload: async () => current,
  }
}

const take = { value: 'mia@example.com', base: null }
const shown = versionOf(1, { assigned_to: null })

test('a change of another field is no conflict', async () => {
  const record = recordAt(2, { assigned_to: null, priority: 'P1' })
  expect(await saveField(record, 'assigned_to', take, shown)).toEqual({
    isSaved: true,
    version: versionOf(3, { assigned_to: 'mia@example.com', priority: 'P1' }),
  })
})

test('what someone else has written into the field meanwhile stays', async () => {
  const record = recordAt(2, { assigned_to: 'ben@example.com' })
  const current = versionOf(2, { assigned_to: 'ben@example.com' })
  expect(await saveField(record, 'assigned_to', take, shown)).toEqual({ isSaved: false, version: current })
  expect(await record.reload()).toEqual(current)
})

test('a link is added to those that someone else has added meanwhile', async () => {
  const record = recordAt(2, { ci_ids: ['CI1'] })
  const add = (ids: readonly string[]) => [...ids, 'CI2']
  await saveListEdit(record, 'ci_ids', add, versionOf(1, { ci_ids: [] }))
  expect(await record.reload()).toEqual(versionOf(3, { ci_ids: ['CI1', 'CI2'] }))
})

test('any other refusal is thrown', async () => {
  const record = { ...recordAt(1, {}), save: () => Promise.reject(new ApiError(403, {})) }
  await expect(saveField(record, 'assigned_to', take, shown)).rejects.toMatchObject({ status: 403 })
})
