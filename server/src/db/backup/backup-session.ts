import type pg from 'pg'
import { advisoryLocks } from '../../kernel/advisory-locks.ts'
import { openSession } from '../session.ts'

export class BackupError extends Error {}

export class BackupRunning extends BackupError {
  constructor() {
    super('Another backup is running: wait for it to finish')
  }
}

export interface BackupStart {
  started_at: Date
  start_lsn: string
  start_wal: string
  system_identifier: string
  postgres_version: number
}

interface BackupStop {
  finished_at: Date
  stop_lsn: string
  stop_wal: string
  label: string
}

/** A session of its own: PostgreSQL ends the backup with it, so one that was killed leaves nothing behind. */
export class BackupSession {
  readonly #client: pg.Client

  private constructor(client: pg.Client) {
    this.#client = client
  }

  static async open(url: string): Promise<BackupSession> {
    const client = await openSession(url, 'backup')
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [
      advisoryLocks.backup,
    ])
    if (rows[0]!.free) return new BackupSession(client)
    await client.end()
    throw new BackupRunning()
  }

  /** From here on every change is in the log, and the log is kept until the session ends. */
  async start(): Promise<BackupStart> {
    await this.#client.query('select pg_create_physical_replication_slot($1, true, true)', [
      `mainstay_backup_${process.pid}`,
    ])
    const { rows } = await this.#client.query<BackupStart>(`
      select clock_timestamp() as started_at, lsn::text as start_lsn, pg_walfile_name(lsn) as start_wal,
        (select system_identifier::text from pg_control_system()),
        current_setting('server_version_num')::int / 10000 as postgres_version
      from pg_backup_start('mainstay', true) as lsn`)
    return rows[0]!
  }

  async stop(): Promise<BackupStop> {
    const { rows } = await this.#client.query<BackupStop>(`
      select lsn::text as stop_lsn, pg_walfile_name(lsn) as stop_wal, labelfile as label,
        clock_timestamp() as finished_at
      from pg_backup_stop(false)`)
    return rows[0]!
  }

  close = () => this.#client.end()
}
