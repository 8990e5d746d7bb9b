import type { Ctx, Tx } from '../../db/ctx.ts'
import { day, hour } from '../../kernel/durations.ts'
import * as articles from '../knowledge/service.ts'
import * as votes from '../knowledge/votes/service.ts'
import { workingTimeAfter } from './calendar.ts'
import { randomFrom, type Random } from './random.ts'
import type { ArticleText } from './model.ts'
import type { Step, Scenario } from './step.ts'

/** Drafts each article and moves it to the state in its file; many are extended, reviewed and voted on. */
export const articleSteps = (scenario: Scenario): Step[] =>
  scenario.content.articles.flatMap((article) => {
    const random = randomFrom(article.title)
    const { company } = scenario.content
    const author = random.pick(company.groups[company.editors[article.category]!]!)
    return [
      ...writing(scenario, article, author, random),
      ...(article.state === 'published' ? voting(scenario, article, random) : []),
    ]
  })

function writing({ now, ids }: Scenario, article: ArticleText, by: string, random: Random): Step[] {
  const { state, title, body, category, tags } = article
  const [oldest, newest] = agesOf[state]
  const age = random.between(oldest, newest)
  const daysAgo = (days: number) =>
    new Date(workingTimeAfter(now.getTime() - (days - random.next() / 2) * day))
  const change = (days: number, patch: Parameters<typeof articles.update>[2]): Step => ({
    at: daysAgo(days),
    by,
    run: (ctx) => articles.update(ctx, ids.of('article', title), patch),
  })
  const isExtended = state === 'published' && random.happens(0.4)
  const first = isExtended ? withoutLastPart(body) : body
  return [
    {
      at: daysAgo(age),
      by,
      run: async (ctx) =>
        ids.keep('article', title, await articles.create(ctx, { title, body: first, category, tags })),
    },
    ...(state === 'review' ? [change(age - 4, { state: 'review' })] : []),
    ...(state === 'published' || state === 'retired' ? [change(age - 4, { state: 'published' })] : []),
    ...(isExtended ? [change(random.between(8, age - 8), { body })] : []),
    ...(state === 'published' && age > 120 && random.happens(0.6)
      ? [
          {
            at: daysAgo(random.between(5, 100)),
            by,
            run: (ctx: Ctx<Tx>) => articles.review(ctx, ids.of('article', title)),
          },
        ]
      : []),
    ...(state === 'retired' ? [change(random.between(60, 150), { state: 'retired' })] : []),
  ]
}

/** Age of the draft in days, minimum and maximum. */
const agesOf: Record<ArticleText['state'], [number, number]> = {
  draft: [9, 25],
  review: [20, 40],
  published: [40, 520],
  retired: [500, 620],
}

const withoutLastPart = (body: string) => body.slice(0, Math.max(body.lastIndexOf('\n## '), 0)) || body

const comments = {
  helpful: ['Exactly what I needed.', 'Worked on the second try.', null, null, null],
  unhelpful: ['The menu has a different name now.', 'Step 2 does not exist on my laptop.', null],
}

function voting({ content, now, ids }: Scenario, { title }: ArticleText, random: Random): Step[] {
  const voters = content.company.callers.filter(() => random.happens(0.3))
  return voters.map((by) => {
    const helpful = random.happens(0.85)
    const comment = random.pick(helpful ? comments.helpful : comments.unhelpful)
    return {
      at: new Date(now.getTime() - random.between(2, 24 * 24) * hour),
      by,
      run: (ctx) => votes.cast(ctx, ids.of('article', title), { helpful, comment }),
    }
  })
}
