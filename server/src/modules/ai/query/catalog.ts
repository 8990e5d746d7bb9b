import type { Ctx } from '../../../db/ctx.ts'
import { findNamed, findOffers, type Offer } from '../../requests/catalog/store.ts'
import { catalogItem } from '../../requests/catalog/model.ts'
import { stopWords } from '../text/stop-words.ts'
import { wordsIn } from '../text/words.ts'
import { safeText, shortText } from './answer-text.ts'

const asking = `(?:(?:how|where) (?:do|can|could|should|must) (?:i|we)|(?:can|could|may) (?:i|we)|(?:i|we) (?:want|need|have|would like) to|i'd like to)`

/** How people say that they want something; the rest of the text names it. */
const wishes = [
  new RegExp(`^${asking} (?:order|request|buy|purchase|get|obtain|apply for|replace) (.+)`),
  /^(?:order|request|buy|purchase) (?!(?:for|from|by|of|with|in|on)\b)(.+)/,
  /^(?:(?:i|we) (?:need|want|would like)|i'd like|need) (?=(?:an?|another|some|more|new|access|read|write)\b)(.+)/,
]
const wholeCatalog =
  /^(?:what can (?:i|we) (?:order|request)|(?:(?:show|list|open) (?:me )?)?(?:the )?(?:service )?catalog(?:ue)?(?: items)?)$/

/** "I need a list of open incidents" is a question about records. */
const recordWords = /\b(?:incidents?|tickets?|changes?|requests|articles?|list|overview|reports?|status)\b/
const fillers = new Set(['new', 'another', 'additional', 'extra', 'second'])
const maxWords = 12
const maxOffers = 20
const descriptionLength = 120

/** What the catalogue offers to somebody who wants something: as Markdown, undefined if the text is no wish or nothing fits. */
export async function fromCatalog(ctx: Ctx, text: string): Promise<string | undefined> {
  const offers = await offersFor(ctx, text.toLowerCase().replace(/[?.!\s]+$/, ''))
  if (offers.length === 0) return undefined
  const root = catalogItem.addressOf(ctx.config.base_url)
  const lines = offers.map(({ id, name, description }) => {
    const more = description ? `: ${shortText(ctx, description, descriptionLength)}` : ''
    return `- [${safeText(ctx, name).replaceAll(/[[\]]/g, '')}](${root}${id})${more}`
  })
  return `In the catalogue:\n${lines.join('\n')}`
}

async function offersFor({ db }: Ctx, text: string): Promise<Offer[]> {
  if (wholeCatalog.test(text)) return findOffers(db, maxOffers)
  const wanted = wishes.map((wish) => wish.exec(text)?.[1]).find(Boolean)
  if (!wanted || recordWords.test(wanted)) return []
  const words = wordsIn(wanted, { limit: maxWords }).filter(
    (word) => !stopWords.tickets.has(word) && !fillers.has(word),
  )
  return findNamed(db, words, maxOffers)
}
