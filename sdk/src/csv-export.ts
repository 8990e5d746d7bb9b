import type { paths } from './schema.ts'
import type { Transport } from './transport.ts'

type ExportPath = Extract<keyof paths, `${string}/export`>

/** The resource that has each export as a method; the compiler compares the paths with those of the API. */
export const exportingResources = {
  '/incidents/export': 'incidents',
  '/changes/export': 'changes',
  '/requests/export': 'requests',
  '/catalog/items/export': 'catalog',
  '/cmdb/cis/export': 'cis',
  '/knowledge/articles/export': 'articles',
  '/audit/export': 'audit',
} as const satisfies Record<ExportPath, string>

type ExportQuery<Path extends ExportPath> = NonNullable<paths[Path]['get']['parameters']['query']>

/**
 * A method that streams every record that matches, as CSV; it is retried until the stream begins. A cut connection fails
 * the stream, so its end is the end.
 */
const csvExport =
  <Path extends ExportPath>(transport: Transport, path: Path) =>
  async (query?: ExportQuery<Path>, options?: { signal?: AbortSignal }): Promise<ReadableStream<string>> => {
    const search = new URLSearchParams(
      Object.entries(query ?? {}).flatMap(([name, value]): [string, string][] =>
        value === undefined ? [] : [[name, String(value)]],
      ),
    )
    const response = await transport.openRepeatedly(
      new Request(`${transport.root}${path}?${search}`),
      options,
    )
    return response.body!.pipeThrough(new TextDecoderStream())
  }

type CsvExports = {
  [Path in ExportPath as (typeof exportingResources)[Path]]: { export: ReturnType<typeof csvExport<Path>> }
}

export const csvExports = (transport: Transport) =>
  Object.fromEntries(
    Object.entries(exportingResources).map(([path, resource]) => [
      resource,
      { export: csvExport(transport, path as ExportPath) },
    ]),
  ) as CsvExports
