import type { Api } from '../../../http/api.ts'
import { managers } from '../../../kernel/actor.ts'
import { mountRecords } from '../../records/mount.ts'
import { catalogItem } from './model.ts'
import { create, list, remove, show, update } from './service.ts'

export const mountCatalog = (api: Api): void =>
  mountRecords(api, {
    tag: 'Requests',
    noun: catalogItem,
    writers: managers,
    service: { list, show, create, update, remove },
  })
