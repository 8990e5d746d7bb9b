import { criticalities } from '../records/criticalities.ts'
import { listReader } from '../records/list-reader.ts'
import { among, text } from '../records/view.ts'

export const readView = listReader(
  {
    class: text,
    status: text,
    environment: text,
    criticality: among(criticalities),
    support_group: text,
    owner: text,
    location: text,
    external_id: text,
    discovery_source: text,
    ip_address: text,
    serial_number: text,
    fqdn: text,
    related_to: text,
    health: among(['orphan', 'duplicate']),
  },
  ['created_at', 'updated_at', 'name'],
)
