import type { Db } from '../../../db/ctx.ts'
import { readPage, type Page, type PageRequest } from '../../../db/page.ts'
import { run } from '../../../db/statement.ts'
import { randomId } from '../../../kernel/ids.ts'
import type { Gap } from './model.ts'

const columns = ['id', 'question', 'times', 'first_asked_at', 'last_asked_at'] as const

export const list = (db: Db, request: PageRequest): Promise<Page<Gap>> =>
  readPage(db, db.selectFrom('knowledge_gaps').select(columns), request)

export const count = (db: Db, key: string, question: string, now: Date) =>
  run(
    db,
    ($) => `insert into knowledge_gaps as gap (id, key, question, first_asked_at, last_asked_at)
      values (${$(randomId('gap_'))}, ${$(key)}, ${$(question)}, ${$(now)}, ${$(now)})
      on conflict (key) do update
      set times = gap.times + 1, question = excluded.question, last_asked_at = excluded.last_asked_at`,
  )

export const close = (db: Db, key: string) =>
  run(db, ($) => `delete from knowledge_gaps where key = ${$(key)}`)

export async function dismiss(db: Db, id: string): Promise<Gap | undefined> {
  return db.deleteFrom('knowledge_gaps').where('id', '=', id).returning(columns).executeTakeFirst()
}

export const forgetBefore = (db: Db, time: Date) =>
  run(db, ($) => `delete from knowledge_gaps where last_asked_at < ${$(time)}`)
