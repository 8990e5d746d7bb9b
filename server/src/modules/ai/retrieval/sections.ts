import { sql } from 'kysely'
import type { Db } from '../../../db/ctx.ts'
import { allRows } from '../../../db/rows.ts'
import { encoderName } from '../embedding/encoder.ts'
import { restore } from '../math/vectors.ts'
import { readable } from './store.ts'

export interface Section {
  heading: string
  text: string
  /** The encoder's, of each of its passages; a passage that is not encoded yet has none. */
  vectors: (Float32Array | undefined)[]
}

interface PassageRow {
  record_id: string
  heading: string
  text: string
  encoded: Buffer | null
}

/** All sections of the articles of these passages, in their order; the passages of one section are put together again. */
export async function sectionsOf(db: Db, of: { record_id: string }[]): Promise<Map<string, Section[]>> {
  const ids = of.map(({ record_id }) => record_id)
  const rows = await allRows<PassageRow>(
    db,
    sql`select record_id, heading, passages.body as text, case when model = ${encoderName} then encoded end as encoded
      from passages ${readable.article}
      where kind = 'article' and record_id = any(${ids}::text[]) order by record_id, place`,
  )
  const sections = new Map<string, Section[]>()
  for (const { record_id, heading, text, encoded } of rows) {
    const vector = encoded ? restore(encoded) : undefined
    const own = sections.get(record_id) ?? []
    const last = own.at(-1)
    if (last && heading && last.heading === heading) {
      last.text += `\n\n${text}`
      last.vectors.push(vector)
    } else own.push({ heading, text, vectors: [vector] })
    sections.set(record_id, own)
  }
  return sections
}
