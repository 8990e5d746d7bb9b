import type { Api } from '../../../http/api.ts'
import { Reply } from '../../../http/reply.ts'
import { agents, everyone } from '../../../kernel/actor.ts'
import { invalidField, notFound } from '../../../kernel/errors.ts'
import { Content, SingleLine, Query } from '../../../kernel/schema.ts'
import { visibleTo } from '../visibility.ts'
import { makeDownload } from './downloads.ts'
import { Attachment, checkUpload, maxBytes } from './model.ts'
import * as store from './store.ts'

const tag = 'Attachments'
const namesInUpload = { filename: 'filename', content_type: 'Content-Type', content: 'body' }

export function mountAttachments(api: Api): void {
  const download = makeDownload()
  api.post(
    '/attachments',
    {
      tag,
      summary: 'Upload a file, to be attached to a note by its id',
      description:
        'The body is the file itself, Content-Type its type. An upload that is not attached to a note is deleted after a day.',
      roles: agents,
      takes: ['application/octet-stream'],
      bodyLimit: maxBytes,
      query: Query({ filename: SingleLine(255) }),
      response: { 201: Attachment },
    },
    async (ctx, { query, body, headers }) => {
      if (!Buffer.isBuffer(body)) throw invalidField('body', 'required', 'Send the file as the body')
      const type = headers['content-type']?.split(';')[0]?.trim() ?? 'application/octet-stream'
      const upload = checkUpload(query.filename, type, body, namesInUpload)
      // Stored for its uploader until a note uses it.
      const attachment = await store.insert(ctx, upload)
      return new Reply(201, attachment, { location: attachment.url })
    },
  )

  api.get(
    '/attachments/:id',
    {
      tag,
      summary: 'Download an attachment',
      roles: everyone,
      response: { 200: Content('*/*', 'The file, with the type that it was uploaded with') },
    },
    async (ctx, { params }) => {
      const file = await store.findDownload(ctx.db, params.id, visibleTo(ctx.actor))
      if (!file) throw notFound(`Attachment ${params.id}`)
      return new Reply(200, download(ctx.db, params.id, file.size), {
        'content-type': file.content_type,
        'content-length': String(file.size),
        // Downloaded, never displayed, so that its content cannot run on our origin.
        'content-disposition': `attachment; filename*=UTF-8''${encodeFilename(file.filename)}`,
        'content-security-policy': "default-src 'none'; sandbox",
      })
    },
  )
}

/** RFC 8187 allows fewer unencoded characters than a URL. */
const encodeFilename = (filename: string) =>
  encodeURIComponent(filename).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
