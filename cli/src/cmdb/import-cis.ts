import { randomUUID } from 'node:crypto'
import { batchesOf } from '../bulk/batches.ts'
import { failuresOf, submit, type FailedRecord } from '../bulk/submit.ts'
import type { Cli } from '../cli.ts'
import { ProgressBar } from '../output/progress.ts'
import type { CiSource } from './read-cis.ts'
import { namesTargets, relating, withoutTargets, type Accepted } from './relationships.ts'

interface Options {
  source: string
  dry_run: boolean
}

export interface ImportedCis {
  counts: Record<string, number>
  failed: FailedRecord[]
}

/** Updates the items whose ID the file has, upserts the others, and then relates them. */
export async function importCis(cli: Cli, sources: CiSource[], options: Options): Promise<ImportedCis> {
  const client = cli.client()
  const { signal } = cli.io
  const imported: ImportedCis = { counts: {}, failed: [] }
  const bar = new ProgressBar(cli.io, sources.length + sources.filter(namesTargets).length, !cli.isJson())

  async function send(operation: 'update' | 'upsert', given: CiSource[]) {
    const accepted: (Accepted & { status: string })[] = []
    for (const batch of batchesOf(given)) {
      const { job, refused, sent } = await submit(batch, randomUUID(), (left, idempotencyKey) =>
        client.cis.bulk(
          { ...options, operation, records: left.map(({ record }) => record as never) },
          { signal, idempotencyKey },
        ),
      )
      const done = job && (await client.jobs.waitFor(job, { signal, interval: 200 }))
      imported.failed.push(...refused, ...(done ? failuresOf(done, sent) : []))
      for (const { index, id, status } of done?.results ?? []) {
        if (status !== 'failed') accepted.push({ line: sent[index]!.line, id, status })
      }
      bar.advance(batch.length)
    }
    return accepted
  }

  try {
    const bare = sources.map(withoutTargets)
    const known = bare.filter(({ record }) => record.id)
    const others = bare.filter(({ record }) => !record.id)
    const accepted = [...(await send('update', known)), ...(await send('upsert', others))]
    for (const { status } of accepted) imported.counts[status] = (imported.counts[status] ?? 0) + 1
    const { updates, failed } = await relating(client, options.source, sources, accepted)
    imported.failed.push(...failed)
    if (options.dry_run) return imported
    const related = (await send('update', updates)).filter(({ status }) => status === 'updated').length
    if (related > 0) imported.counts.related = related
  } finally {
    bar.end()
  }
  return imported
}
