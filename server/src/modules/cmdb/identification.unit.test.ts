import { describe, expect, test } from 'vitest'
import { identityOf, isJunkSerial, keysOf } from './identification.ts'

test.each([
  '',
  ' ',
  '0',
  '-',
  'None',
  'none',
  'N/A',
  'n.a.',
  'NA',
  'null',
  'Unknown',
  'Not Specified',
  'Not Applicable',
  'Default string',
  'To be filled by O.E.M.',
  'TO BE FILLED BY O.E.M',
  'System Serial Number',
  'Chassis Serial Number',
  '123456789',
  '1234567890',
  '0123456789',
  'xxxxxxx',
  'XXXXXXX',
  '0000000000',
  '00:00:00',
  '..........',
  'OEM',
])('the serial number "%s" is a placeholder', (serial) => {
  expect(isJunkSerial(serial)).toBe(true)
})

test.each(['SN-0042', '5CG1234XYZ', 'VMware-56 4d 8a 1b', '10', '1234', 'ABCABC', 'NONE-7', 'Ä1', '设备7'])(
  'the serial number "%s" may be real',
  (serial) => {
    expect(isJunkSerial(serial)).toBe(false)
  },
)

describe('identifiers of a CI', () => {
  test('are the source and the external ID only together', () => {
    expect(identityOf({ discovery_source: 'scan', external_id: 'i-1' }).source).toEqual({
      source: 'scan',
      external_id: 'i-1',
    })
    expect(identityOf({ discovery_source: 'scan' }).source).toBeUndefined()
    expect(identityOf({ external_id: 'i-1' }).source).toBeUndefined()
    expect(identityOf({ discovery_source: 'scan', external_id: null }).source).toBeUndefined()
  })

  test.each([
    'localhost',
    'localhost.localdomain',
    'localhost4.localdomain4',
    'a.localhost',
    'web-1',
    '10.0.0.1',
  ])('do not include the host name %s', (fqdn) => {
    expect(identityOf({ fqdn }).fqdn).toBeUndefined()
  })

  test.each(['web-1.example.com', 'localhosting.example.com', 'a.b'])('include the host name %s', (fqdn) => {
    expect(identityOf({ fqdn }).fqdn).toBe(fqdn)
  })

  test('have a fixed order, ignore the case of a serial number, and never include the name', () => {
    const identity = { discovery_source: 's', external_id: 'e', serial_number: 'AB-1', fqdn: 'a.b' }
    const keys = keysOf(identityOf(identity))
    expect(keys).toHaveLength(3)
    expect(keys).toEqual(keys.toSorted())
    expect(keysOf(identityOf({ ...identity, serial_number: 'ab-1' }))).toEqual(keys)
    for (const [one, other] of [
      ['ΑΠΟΘΗΚΕΣ', 'αποθηκεσ'],
      ['İSTANBUL', 'istanbul'],
    ])
      expect(keysOf(identityOf({ serial_number: one }))).toEqual(keysOf(identityOf({ serial_number: other })))
    expect(keysOf(identityOf({ ...identity, discovery_source: 's", "' }))).not.toEqual(keys)
    expect(keysOf(identityOf({ serial_number: 'None', fqdn: 'localhost' }))).toEqual([])
  })
})
