import type { Tx } from '../../db/ctx.ts'
import { hasAnyRole, type Actor, type Role } from '../../kernel/actor.ts'
import { insufficientRole } from '../../kernel/errors.ts'
import type { StoredNoun } from '../records/service.ts'
import { isOwnDraft, isUnpublished, type ArticleRow, type UpdateArticle } from './model.ts'
import { wasPublished } from './store.ts'

/** What an author without the role may do to an own draft. */
type Rule = (tx: Tx, draft: ArticleRow) => boolean | Promise<boolean>

/** Anything but publish it. */
export const mayRevise =
  ({ state = 'draft' }: UpdateArticle): Rule =>
  () =>
    isUnpublished(state)

/** What was public once is for managers to delete. */
export const mayDiscard: Rule = async (tx, { id }) => !(await wasPublished(tx, id))

/** Without the role, every article but an own draft is refused, also a missing one: nobody learns of others' drafts. */
export function openTo(
  actor: Actor,
  required: readonly Role[],
  noun: StoredNoun<ArticleRow>,
  mayAuthor: Rule,
): StoredNoun<ArticleRow> {
  if (hasAnyRole(actor, required)) return noun
  const lock = async (tx: Tx, id: string) => {
    const row = await noun.store.lock(tx, id)
    if (!row || !isOwnDraft(actor, row) || !(await mayAuthor(tx, row))) throw insufficientRole(required)
    return row
  }
  return { ...noun, store: { ...noun.store, lock } }
}
