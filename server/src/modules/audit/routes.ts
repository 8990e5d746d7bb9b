import { Type } from 'typebox'
import type { Api } from '../../http/api.ts'
import { exportQuery, exportRoute, openCsvExport } from '../../http/csv-export.ts'
import { auditors } from '../../kernel/actor.ts'
import { SingleLine, Timestamp } from '../../kernel/schema.ts'
import { HistoryItem } from './model.ts'
import * as store from './store.ts'

const tag = 'Audit'
const path = '/audit'
const filters = {
  subject_type: Type.Optional(SingleLine(50)),
  subject_id: Type.Optional(SingleLine(300)),
  actor_id: Type.Optional(SingleLine(200)),
  action: Type.Optional(SingleLine(50)),
  after: Type.Optional(Timestamp),
  before: Type.Optional(Timestamp),
}
const sorts = ['at']
const columns = Object.keys(HistoryItem.properties)

export function mountAudit(api: Api): void {
  api.list(
    path,
    {
      tag,
      summary: 'Search the audit log',
      roles: auditors,
      item: HistoryItem,
      filters,
      sorts,
      order: 'desc',
    },
    (ctx, { query }, request) => store.list(ctx.db, query, request),
  )

  const toCsv = openCsvExport()
  api.get(
    `${path}/export`,
    {
      tag,
      summary: 'Export the audit log as CSV',
      roles: auditors,
      query: exportQuery(filters, columns, sorts),
      ...exportRoute,
    },
    async (ctx, input) => {
      const { columns: chosen, sort = 'at', order = 'desc', ...query } = input.query
      return toCsv(ctx, input, {
        path,
        columns: chosen?.split(',') ?? columns,
        sort,
        order,
        read: (request) => store.list(ctx.db, query, request),
      })
    },
  )
}
