import { tableOf } from '../records/store.ts'
import { request, type RequestRow } from './model.ts'

export const requests = tableOf<RequestRow>({
  table: 'requests',
  next_id: `record_id('REQ', nextval('request_numbers'))`,
  ...request,
})
