const listOf = (words: string): string[] => words.trim().split(/\s+/)

/** Measured in search: a longer list finds less. */
const short = listOf(`
  a an and are as at be but by can do does for from had has have how i if in into is it its me my no not of on or our
  so such than that the their them then there these they this to was we were what when where which while who why will
  with would you your`)

const common = listOf(`
  about after all also any been before could did he her here his just like more now off once one only other out over
  own please same she should some those through too under until up us very without`)

const inTickets = listOf(`
  again am anymore because being cannot doing don done get gets getting got hello hers hi him isn nor s since still t
  thank thanks`)

const inClaims = listOf(`
  both each either else itself make may might most must need never new onto set take upon use used using via want
  whose within`)

/** Words without information about the topic of a text. Each use has its own list, because each was measured separately. */
export const stopWords: Record<'search' | 'tickets' | 'claims', ReadonlySet<string>> = {
  search: new Set(short),
  tickets: new Set([...short, ...common, ...inTickets]),
  claims: new Set([...short, ...common, ...inClaims]),
}
