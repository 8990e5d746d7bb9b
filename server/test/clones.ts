import type pg from 'pg'

export const templateName = 'mainstay_template'

/** The same with everything that the first start loads for somebody who wants to look around. */
export const demoTemplateName = 'mainstay_demo_template'

/** The address of another database on the same server. */
export const databaseUrl = (url: string, name: string) => url.replace(/\/\w+\?/, `/${name}?`)

const lock = 1

/** Copies files instead of logging pages: a tenth of the time for a database this small. */
export async function cloneDatabase(admin: pg.Client, name: string, template: string): Promise<void> {
  // Two clones of one template at the same time get in each other's way.
  await admin.query(`select pg_advisory_lock(${lock})`)
  try {
    await admin.query(`create database ${name} template ${template} strategy file_copy`)
  } finally {
    await admin.query(`select pg_advisory_unlock(${lock})`)
  }
}
