import { sql } from 'kysely'
import type { Db } from '../../../db/ctx.ts'
import { readPage, type Page, type PageRequest } from '../../../db/page.ts'
import { firstRow } from '../../../db/rows.ts'
import { randomId } from '../../../kernel/ids.ts'
import type { Gap } from './model.ts'

const columns = sql`id, question, times, first_asked_at, last_asked_at`

export const list = (db: Db, request: PageRequest): Promise<Page<Gap>> =>
  readPage<Gap>(db, sql`select ${columns} from knowledge_gaps`, request)

export const count = (db: Db, key: string, question: string, now: Date) =>
  sql`insert into knowledge_gaps as gap (id, key, question, first_asked_at, last_asked_at)
      values (${randomId('gap_')}, ${key}, ${question}, ${now}, ${now})
      on conflict (key) do update
      set times = gap.times + 1, question = excluded.question, last_asked_at = excluded.last_asked_at`.execute(
    db,
  )

export const close = (db: Db, key: string) => sql`delete from knowledge_gaps where key = ${key}`.execute(db)

export const dismiss = (db: Db, id: string): Promise<Gap | undefined> =>
  firstRow(db, sql`delete from knowledge_gaps where id = ${id} returning ${columns}`)
