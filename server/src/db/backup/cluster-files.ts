import { readdir } from 'node:fs/promises'
import path from 'node:path'

export interface ClusterFile {
  name: string
  isFolder: boolean
}

/** PostgreSQL recreates these at every start; a copied replication slot would keep the log of the restored cluster forever. */
const emptied = new Set(
  'pg_dynshmem pg_notify pg_replslot pg_serial pg_snapshots pg_stat_tmp pg_subtrans pg_wal'.split(' '),
)
const leftOut =
  /^(postmaster\.(pid|opts)|\.s\.PGSQL\..*|backup_label(\.old)?|tablespace_map(\.old)?|backup_manifest|(recovery|standby)\.signal)$/
const temporary = /(^|\/)(pgsql_tmp[^/]*|pg_internal\.init(\.\d+)?|t\d+_\d+([._].*)?|[^/]+\.tmp)$/

/** The folders and files of a cluster that belong in a backup, with pg_control last, as PostgreSQL itself does it. */
export async function listClusterFiles(cluster: string): Promise<ClusterFile[]> {
  const found: ClusterFile[] = []
  const visit = async (folder: string) => {
    for (const entry of await readdir(path.join(cluster, folder), { withFileTypes: true })) {
      const name = path.posix.join(folder, entry.name)
      if (leftOut.test(name) || temporary.test(name)) continue
      found.push({ name, isFolder: entry.isDirectory() })
      if (entry.isDirectory() && !emptied.has(name)) await visit(name)
    }
  }
  await visit('')
  found.push({ name: 'pg_wal/archive_status', isFolder: true }, { name: 'pg_wal/summaries', isFolder: true })
  const isControl = ({ name }: ClusterFile) => name === 'global/pg_control'
  return [...found.filter((file) => !isControl(file)), ...found.filter(isControl)]
}
