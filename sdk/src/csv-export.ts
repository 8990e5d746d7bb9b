import type { paths } from './schema.ts'
import type { Transport } from './transport.ts'

type ExportPath = Extract<keyof paths, `${string}/export`>
type ExportQuery<Path extends ExportPath> = NonNullable<paths[Path]['get']['parameters']['query']>

/**
 * A method that streams every record that matches, as CSV; it is retried until the stream begins. A cut connection fails
 * the stream, so its end is the end.
 */
export const csvExport =
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
