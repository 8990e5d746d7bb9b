import { sql } from 'kysely'
import type { ImportType } from '../imports/model.ts'

/** The systems, each found by one look at the index: the key of external references begins with them. */
export const systems = sql`systems (system) as (
  (select system from external_references order by system limit 1)
  union all
  select (select min(system) from external_references where system > systems.system) from systems
  where system is not null)`

export const hasExternalId = (type: ImportType, spellings: string[]) => sql<boolean>`id in (
  select subject_id from systems join external_references using (system)
  where subject_type = ${sql.lit(type)} and external_id = any(${spellings}::text[]))`
