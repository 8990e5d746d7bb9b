import type { Ctx, Tx } from '../../../db/ctx.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { invalidField } from '../../../kernel/errors.ts'
import { checkLink, checkUpload, decodeBase64 } from '../attachments/model.ts'
import * as attachments from '../attachments/store.ts'
import { excerpt } from '../../notifications/texts.ts'
import * as incidents from '../service.ts'
import { countNote, insertNote } from '../store.ts'
import { mentionedIncident, notifyMentioned } from '../mentions.ts'
import { rolesSeeing } from '../visibility.ts'
import type { CreateNote } from './model.ts'
import type { NoteView } from './store.ts'

type AttachmentInput = NonNullable<CreateNote['attachments']>[number]

/** A note is a change of its incident: it increments the version and publishes incident.updated. */
export const add = (ctx: Ctx, incident_id: string, input: CreateNote): Promise<NoteView> =>
  incidents.change(ctx, incident_id, async (ctx, before) => {
    const note = await insertNote(ctx, incident_id, input.body, input.visibility)
    const attached = []
    for (const [position, item] of (input.attachments ?? []).entries())
      attached.push(await attach(ctx, item, { id: note.id, position }))
    await notifyMentioned(ctx, mentionedIncident(ctx, before), input)
    await incidents.write(ctx, {
      before,
      after: { ...before, work_notes_count: before.work_notes_count + 1 },
      action: 'noted',
      details: {
        readers: rolesSeeing(input.visibility),
        // Nobody else reads a private one, so it is not copied.
        note: input.visibility === 'private' ? undefined : excerpt(input.body),
      },
    })
    return { ...note, attachments: attached }
  })

interface PastNote {
  body: string
  visibility?: CreateNote['visibility']
  author: Actor
  created_at: Date
}

/** A note of another system, with its author and time. No one is notified. */
export async function addPast(ctx: Ctx<Tx>, incident_id: string, note: PastNote): Promise<string> {
  const { body, visibility, author, created_at } = note
  const past = { ...ctx, actor: author, now: created_at }
  const { id } = await insertNote(past, incident_id, body, visibility)
  await countNote(ctx.db, incident_id)
  return id
}

/** Content, the ID of an earlier upload, or a link: exactly one of them. */
async function attach(ctx: Ctx<Tx>, item: AttachmentInput, note: { id: string; position: number }) {
  const field = `attachments.${note.position}`
  const { id, filename, content_type = 'application/octet-stream', content_base64, url } = item
  const given = [id, content_base64, url].filter((value) => value !== undefined).length
  if (given !== 1) throw invalidField(field, 'shape', `${field} must have one of id, content_base64 and url`)
  if (id !== undefined) {
    const found = await attachments.attach(ctx, id, note)
    if (!found) throw invalidField(`${field}.id`, 'unknown', `${field}.id is not one of your unused uploads`)
    return found
  }
  if (filename === undefined)
    throw invalidField(`${field}.filename`, 'required', `${field}.filename is required`)
  const names = {
    filename: `${field}.filename`,
    content_type: `${field}.content_type`,
    content: `${field}.content_base64`,
  }
  const attachment =
    url === undefined
      ? checkUpload(filename, content_type, decodeBase64(content_base64!, field), names)
      : { filename, content_type: 'text/uri-list', link: checkLink(url, field) }
  return attachments.insert(ctx, attachment, note)
}
