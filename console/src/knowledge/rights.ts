import type { Article } from '../api/schema.d.ts'
import { useMe } from '../session/me.ts'
import { isOwnDraft, isUnpublished, type State } from './model.ts'

export interface ArticleRights {
  mayEdit: boolean
  mayDelete: boolean
  /** Earlier texts may never have been public. */
  maySeePast: boolean
  /** The states that the user may move it to. */
  nextStates: readonly State[]
}

/** What the user may do to an article; the service has the same rules. */
export function useRights(article: Article): ArticleRights {
  const { me, may } = useMe()
  const [isEditor, isManager] = [may('editors'), may('managers')]
  const finishes = (isEditor || may('agents')) && isOwnDraft(article, me?.email)
  const { allowed_transitions: allowed } = article
  return {
    mayEdit: isEditor || finishes,
    mayDelete: isManager || finishes,
    maySeePast: isEditor || article.author === me?.email,
    nextStates: isEditor ? allowed : finishes ? allowed.filter(isUnpublished) : [],
  }
}
