import type pg from 'pg'
import { randomId } from '../src/kernel/ids.ts'
import { appTemplateName, cloneDatabase } from './clones.ts'

const spares = 4
const prefix = 'spare_'
const taken = 'spare_database_taken'

/** Clones the template in advance, and again for each clone that a test file takes. */
export async function keepSpareDatabases(admin: pg.Client): Promise<() => Promise<void>> {
  let filling = Promise.resolve()
  const add = () => {
    filling = filling.then(() => cloneDatabase(admin, randomId(prefix), appTemplateName))
  }
  admin.on('notification', add)
  await admin.query(`listen ${taken}`)
  for (let i = 0; i < spares; i++) add()
  return async () => {
    admin.off('notification', add)
    await filling
  }
}

/** Renames one of them, which only one session can do; undefined when none is left. */
export async function takeSpareDatabase(admin: pg.ClientBase, name: string): Promise<string | undefined> {
  const { rows } = await admin.query<{ datname: string }>(
    `select datname from pg_database where starts_with(datname, '${prefix}')`,
  )
  for (const { datname } of rows)
    try {
      await admin.query(`alter database ${datname} rename to ${name}`)
      await admin.query(`notify ${taken}`)
      return name
    } catch (error) {
      if ((error as pg.DatabaseError).code !== goneMeanwhile) throw error
    }
  return undefined
}

const goneMeanwhile = '3D000'
