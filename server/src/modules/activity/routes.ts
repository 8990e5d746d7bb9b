import { Type } from 'typebox'
import type { Api } from '../../http/api.ts'
import { editors, everyone, hasAnyRole } from '../../kernel/actor.ts'
import { Enum } from '../../kernel/schema.ts'
import { hiddenActions } from '../audit/model.ts'
import { visibleTo } from '../incidents/visibility.ts'
import { missing } from '../records/service.ts'
import { ActivityEntry, types } from './model.ts'
import { read } from './service.ts'
import { voteComments } from './store.ts'
import { activeNouns } from './subjects.ts'

/** What happened to a record, in one list: its changes, each with all of its fields, and its notes. */
export function mountActivity(api: Api): void {
  for (const { noun, isReadable, readers, notes = [] } of activeNouns)
    api.list(
      `${noun.path}/:id/activity`,
      {
        tag: 'Activity',
        summary: `Changes and notes of one ${noun.subject_type.replaceAll('_', ' ')}, newest first`,
        description:
          'Fields that changed together are one entry. Notes that you may not see are left out. People are named.',
        roles: everyone,
        item: ActivityEntry,
        filters: { type: Type.Optional(Enum(types)) },
        sorts: ['at'],
        order: 'desc',
      },
      async (ctx, { params: { id }, query: { type } }, request) => {
        if (!(await isReadable(ctx, id))) throw missing(noun, id)
        const query = {
          subject: { subject_type: noun.subject_type, subject_id: id },
          reader: visibleTo(ctx.actor, readers),
          // The comments of readers are for editors, as the list of votes is.
          notes: notes.filter((source) => source !== voteComments || hasAnyRole(ctx.actor, editors)),
          type,
          without: hiddenActions(ctx.actor),
        }
        return read(ctx, query, request)
      },
    )
}
