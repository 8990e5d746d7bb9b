import { isIP } from 'node:net'
import { required } from './map-rows.ts'
import { choose, compact } from './normalize.ts'
import type { MappedRecord, Row } from './record.ts'
import { shownOf, valueOf } from './servicenow-values.ts'
import { line, text } from './text.ts'
import { time } from './time.ts'

/** Many fill in only one of the two columns and leave the other at its default, so the first of these counts. */
const precedence = ['retired', 'planned', 'maintenance', 'operational'] as const
type Status = (typeof precedence)[number]

const installStatuses: Record<string, Status> = {
  '1': 'operational',
  installed: 'operational',
  '2': 'planned',
  'on order': 'planned',
  '3': 'maintenance',
  'in maintenance': 'maintenance',
  '4': 'planned',
  'pending install': 'planned',
  '5': 'maintenance',
  'pending repair': 'maintenance',
  '6': 'planned',
  'in stock': 'planned',
  '7': 'retired',
  retired: 'retired',
  '8': 'retired',
  stolen: 'retired',
  '100': 'retired',
  absent: 'retired',
}
const operationalStatuses: Record<string, Status> = {
  '1': 'operational',
  operational: 'operational',
  '2': 'maintenance',
  'non-operational': 'maintenance',
  '3': 'maintenance',
  'repair in progress': 'maintenance',
  '4': 'operational',
  'dr standby': 'operational',
  '5': 'operational',
  ready: 'operational',
  '6': 'retired',
  retired: 'retired',
  '7': 'planned',
  pipeline: 'planned',
}

export const toCi = (row: Row): MappedRecord => {
  const external_id = required(valueOf(row.sys_id), 'ID')
  const { status, unknown } = statusOf(row)
  const addresses = (text(valueOf(row.ip_address)) ?? '').split(/[\s,;]+/).filter(Boolean)
  const usable = [...new Set(addresses.filter(isUsable))].slice(0, 100)
  const fields = compact({
    name: required(valueOf(row.name), 'name'),
    class: line(valueOf(row.sys_class_name), 100)?.replace(/^cmdb_ci_/, ''),
    status,
    environment: line(shownOf(row.environment), 100),
    support_group: line(shownOf(row.support_group), 100),
    owner: line(shownOf(row.owned_by), 254),
    location: line(shownOf(row.location), 255),
    serial_number: line(valueOf(row.serial_number), 255),
    fqdn: line(valueOf(row.fqdn), 254),
    ip_addresses: usable.length > 0 ? usable : undefined,
  })
  const message = [
    ...unknown,
    ...addresses.filter((each) => !isUsable(each)).map((each) => `ip_address ${each} is not an IP address`),
  ].join('; ')
  return {
    type: 'ci',
    external_id,
    fields,
    ...compact({ created_at: time(valueOf(row.sys_created_on)), message: message || undefined }),
  } as MappedRecord
}

/** The service accepts no zone such as `%eth0`. */
const isUsable = (address: string) => isIP(address) > 0 && !address.includes('%')

function statusOf({ install_status, operational_status }: Row) {
  const given = [
    { name: 'install_status', value: install_status, statuses: installStatuses },
    { name: 'operational_status', value: operational_status, statuses: operationalStatuses },
  ].map(({ name, value, statuses }) => ({
    name,
    shown: line(shownOf(value), 100),
    status: choose(statuses, valueOf(value)) ?? choose(statuses, shownOf(value)),
  }))
  return {
    status: precedence.find((status) => given.some((each) => each.status === status)),
    unknown: given
      .filter(({ shown, status }) => shown !== undefined && status === undefined)
      .map(({ name, shown }) => `${name} ${shown} is unknown`),
  }
}
