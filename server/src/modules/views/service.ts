import { transact, type Ctx } from '../../db/ctx.ts'
import { ifTaken } from '../../db/errors.ts'
import { hasAnyRole, managers } from '../../kernel/actor.ts'
import { conflict, insufficientRole, invalidField } from '../../kernel/errors.ts'
import { randomId } from '../../kernel/ids.ts'
import { administer } from '../records/administered/service.ts'
import { checkFixed } from '../records/model.ts'
import {
  isVisible,
  lacksWords,
  maxViews,
  mayChange,
  sharers,
  type CreateView,
  type NounName,
  type UpdateView,
  type View,
} from './model.ts'
import * as store from './store.ts'

const views = administer<store.ViewRow, store.ViewInput>({
  subject_type: 'view',
  audited_fields: ['name', 'noun', 'filters', 'sort', 'columns', 'shared'],
  store,
  isVisible,
})

type Content = Pick<UpdateView, 'filters' | 'sort' | 'columns'>
/** Refuses filters, an order or columns that the list of this noun does not have. */
export type CheckContent = (noun: NounName, content: Content) => void

/** The ID of the owner is for this module alone. */
function shown(row: store.ViewRow) {
  const { owner_id: _, ...view } = row
  return view
}

function checkSort(view: Pick<View, 'filters' | 'sort'>): void {
  if (lacksWords(view)) throw invalidField('sort.by', 'needs_q', 'sort.by relevance requires filters.q')
}

export function openViews(check: CheckContent) {
  const checkInput = (ctx: Ctx, noun: NounName, { filters, sort, columns, shared }: UpdateView) => {
    check(noun, { filters, sort, columns })
    if (shared && !hasAnyRole(ctx.actor, sharers)) throw insufficientRole(sharers)
  }

  const checkMayChange = (ctx: Ctx, view: store.ViewRow) => {
    if (!mayChange(view, ctx.actor)) throw insufficientRole(managers)
  }

  return {
    list: async (
      { db, actor }: Ctx,
      filters: store.ViewFilters,
      request: Parameters<typeof store.list>[3],
    ) => {
      const page = await store.list(db, actor.id, filters, request)
      return { ...page, rows: page.rows.map(shown) }
    },

    get: async (ctx: Ctx, id: string) => shown(await views.find(ctx, id)),

    create: (ctx: Ctx, input: CreateView) => {
      checkInput(ctx, input.noun, input)
      const { name, noun, filters = {}, sort = null, columns = [], shared = false } = input
      const { id: owner_id, email: owner } = ctx.actor
      const view = { id: randomId('view_'), name, noun, filters, sort, columns, shared, owner_id, owner }
      checkSort(view)
      return transact(ctx, async (ctx) => {
        if ((await store.countOf(ctx.db, owner_id)) >= maxViews)
          throw conflict('too_many_views', `You have ${maxViews} views: delete one first`)
        return shown(await views.create(ctx, view).catch(explain(ctx, view)))
      })
    },

    update: (ctx: Ctx, id: string, changes: UpdateView, ifMatch?: string) =>
      views.change(ctx, id, ifMatch, async (ctx, before) => {
        checkMayChange(ctx, before)
        checkFixed('noun', changes.noun, before.noun)
        checkInput(ctx, before.noun, { shared: before.shared, ...changes })
        // A view of before this check can still be renamed.
        if (changes.filters || changes.sort) checkSort({ ...before, ...changes })
        return shown(await views.write(ctx, before, changes).catch(explain(ctx, { ...before, ...changes })))
      }),

    remove: (ctx: Ctx, id: string, ifMatch?: string) =>
      views.change(ctx, id, ifMatch, async (ctx, before) => {
        checkMayChange(ctx, before)
        return { ...shown(await views.remove(ctx, before)), deleted: true }
      }),
  }
}

/** A person has one view of each name for a list. Which private ones somebody else has is not said. */
const explain = ({ actor }: Ctx, { name, owner_id }: Pick<store.ViewRow, 'name' | 'owner_id'>) =>
  ifTaken('views_name', () => {
    const reason =
      owner_id === actor.id ? `You have a view called '${name}' already` : 'This name cannot be used'
    return conflict('name_taken', `${reason}: choose another name`)
  })
