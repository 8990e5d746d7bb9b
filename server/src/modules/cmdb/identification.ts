/** Firmware placeholders for a missing serial number; without case, spaces and punctuation. */
export const junkSerials = new Set([
  'none',
  'na',
  'null',
  'nil',
  'undefined',
  'unknown',
  'unspecified',
  'notspecified',
  'notavailable',
  'notapplicable',
  'notset',
  'notprovided',
  'invalid',
  'default',
  'defaultstring',
  'string',
  'oem',
  'tobefilledbyoem',
  'tobefilled',
  'tbd',
  'serial',
  'serialnumber',
  'systemserialnumber',
  'chassisserialnumber',
  'baseboardserialnumber',
  'empty',
  'blank',
  'test',
  '123456789',
  '1234567890',
  '0123456789',
])

/** Many machines have the same placeholder, so it does not identify one. */
export function isJunkSerial(serial_number: string): boolean {
  const bare = serial_number.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  return new Set(bare).size < 2 || junkSerials.has(bare)
}

/** localhost and names without a domain do not identify a machine. */
export const isIdentifyingName = (fqdn: string): boolean =>
  fqdn.includes('.') && !/^localhost\d?\.|\.localhost$|^(\d+\.){3}\d+$/.test(fqdn)

interface Identifiers {
  discovery_source?: string | null | undefined
  external_id?: string | null | undefined
  serial_number?: string | null | undefined
  fqdn?: string | null | undefined
}

/**
 * The identifiers by which a CI is recognised, the strongest first. The name is not one of them, because two
 * CIs may share it.
 */
export interface Identity {
  source: { source: string; external_id: string } | undefined
  serial_number: string | undefined
  fqdn: string | undefined
}

export const identityOf = ({
  discovery_source,
  external_id,
  serial_number,
  fqdn,
}: Identifiers): Identity => ({
  source: discovery_source && external_id ? { source: discovery_source, external_id } : undefined,
  serial_number: serial_number && !isJunkSerial(serial_number) ? serial_number : undefined,
  fqdn: fqdn && isIdentifyingName(fqdn) ? fqdn : undefined,
})

/**
 * Folds at least as much as lower() of PostgreSQL, which depends on its locale: two serial numbers that are one there
 * must have the same key, while others with the same key only wait for each other.
 */
const fold = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().toUpperCase()

/** The keys that are locked while a CI is being identified; in one order for all. */
export const keysOf = ({ source, serial_number, fqdn }: Identity): string[] =>
  [
    ...(source ? [`ci source ${JSON.stringify(source)}`] : []),
    ...(serial_number ? [`ci serial ${fold(serial_number)}`] : []),
    ...(fqdn ? [`ci fqdn ${fqdn}`] : []),
  ].toSorted()
