import type { CallOptions, PostOptions } from './calls.ts'
import { streamAnswer, type CopilotQuestion } from './answer-stream.ts'
import { csvExports } from './csv-export.ts'
import { EventStream, type StreamOptions } from './event-stream.ts'
import { waitForJob, type WaitOptions } from './jobs.ts'
import type { Api } from './raw-client.ts'
import { call } from './resource.ts'
import type { Attachment, CopilotAnswer, DryRun, ImportReport, Job, SystemImportReport } from './schema.ts'
import type { Transport } from './transport.ts'

/** A file, or its bytes. */
export type FileContent = Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | string

export interface UploadOptions extends PostOptions {
  filename: string
  /** Default: that of the Blob, or `application/octet-stream`. */
  contentType?: string
}

export type SpecialCalls = ReturnType<typeof specialCalls>

/** What is not JSON in both directions, or takes more than one request. */
export function specialCalls(api: Api, transport: Transport) {
  const exports = csvExports(transport)
  return {
    ...exports,
    incidents: {
      ...exports.incidents,
      /** Incidents of another system with their ids, states and times: JSON lines or CSV of up to 16 MiB. */
      import: (
        content: string | Blob,
        contentType: 'application/x-ndjson' | 'text/csv',
        options?: PostOptions,
      ) =>
        call(api, 'POST', '/incidents/import', {
          ...options,
          body: content,
          contentType,
        }) as Promise<ImportReport>,
    },
    imports: {
      /** Records of another system as JSON lines; what was imported before is not imported again. */
      send: (
        system: string,
        lines: string,
        { dryRun, ...options }: CallOptions & { dryRun?: boolean } = {},
      ) =>
        call(api, 'POST', '/import/{system}', {
          ...options,
          ids: { system },
          body: lines,
          contentType: 'application/x-ndjson',
          ...(dryRun && { query: { dry_run: true } }),
        }) as Promise<SystemImportReport>,
    },
    attachments: {
      /** Uploads a file; a note can then name its id. */
      upload: (file: FileContent, { filename, contentType = typeOf(file), ...options }: UploadOptions) =>
        call(api, 'POST', '/attachments', {
          ...options,
          body: file,
          contentType,
          query: { filename },
        }) as Promise<Attachment>,
      download: (id: string, options?: CallOptions) =>
        call(api, 'GET', '/attachments/{id}', { ...options, ids: { id }, parseAs: 'blob' }) as Promise<Blob>,
    },
    inbound: {
      /** What would become of a payload; without one, of the sample of the preset. */
      test: (id: string, payload?: unknown, options?: PostOptions) =>
        call(api, 'POST', '/webhooks/inbound/{id}/test', {
          ...options,
          ids: { id },
          body: payload,
        }) as Promise<DryRun>,
    },
    ai: {
      /** The whole answer of the copilot at once. */
      query: (query: CopilotQuestion, options?: PostOptions) =>
        call(api, 'POST', '/ai/query', { ...options, body: query }) as Promise<CopilotAnswer>,
      /** The answer of the copilot as it is written; the generator returns the whole answer. */
      stream: (query: CopilotQuestion, options?: { signal?: AbortSignal }) =>
        streamAnswer(transport, query, options?.signal),
    },
    events: {
      /** Events as they happen: `for await (const event of client.events.stream())`. */
      stream: (options?: StreamOptions) => new EventStream(transport, options),
    },
    jobs: {
      /** Waits for the end of a job, given itself or its id. */
      waitFor: (job: string | { job_id: string }, options?: WaitOptions): Promise<Job> => {
        const job_id = typeof job === 'string' ? job : job.job_id
        const get = (signal?: AbortSignal) =>
          call(api, 'GET', '/jobs/{job_id}', { ids: { job_id }, ...(signal && { signal }) }) as Promise<Job>
        return waitForJob(get, options)
      },
    },
  }
}

const typeOf = (file: FileContent) => (file instanceof Blob ? file.type : '') || 'application/octet-stream'
