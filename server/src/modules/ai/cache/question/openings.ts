/** The range of words of the actual question, and its kind: how, why, when... */
export interface Opening {
  /** Questions of different kinds never share an answer. Undefined: not phrased as a question. */
  kind: string | undefined
  start: number
  end: number
}

const i = '(?:i|we|you|one|someone|somebody|people)'
const you = '(?:you|someone|somebody|anyone|anybody)'
const asking = '(?= (?:how|why|what|when|where|who|which))'
const would = `(?:(?:can|could|would|will) ${you} )?(?:please |kindly )?`
const steps =
  '(?:the |a |some )?(?:best |right |correct |proper |easiest |recommended |exact )*(?:steps?|ways?|procedures?|process|methods?|instructions?|guide|guidelines?)'
const aim = '(?:to|for|of|in order to)'
const toMe = '(?: for (?:me|us))?'

/** Polite openings, which are removed repeatedly. */
const courtesies = [
  `(?:hi|hello|hey|dear|greetings|good (?:morning|afternoon|evening|day))(?! for)(?: (?:there|team)(?= (?:how|what|why|can|could|please|i)))?`,
  `(?:please|pls|kindly|sorry|excuse me|quick question|so|ok|okay|well|and)`,
  `help${asking}`,
  `i have (?:a|another|one) (?:quick |short )?question(?: (?:about|on|regarding)${asking})?`,
  `(?:can|could|would|will) ${you} (?:please|kindly)`,
  `${would}(?:tell|show|explain to|explain|advise|teach|remind|guide|let) (?:me|us)(?: know)?(?: on| about)?${asking}`,
  `${would}(?:explain|advise|clarify|describe|confirm)${asking}`,
  `${would}(?:give|show|provide|share|send|tell|let)(?: me| us)?(?: know)?(?: with)?(?= ${steps} ${aim})`,
  `(?:do|does|would) ${you} (?:happen to )?know${asking}`,
  `(?:may|can|could) i (?:know|ask)${asking}`,
  `(?:any ideas?|i wonder|i (?:was|am) wondering|(?:i am )?not sure|i do not know|do not know|i am looking for)${asking}`,
  `i (?:want|need|would like) to (?:know|find out|learn|understand|ask)${asking}`,
  `(?:i am )?looking for(?= ${steps} )`,
].map((pattern) => new RegExp(`^${pattern}(?= |$)`))

const farewells =
  / (?:(?:many |lots of )?thanks|thank you|thx|cheers|(?:kind |best |warm )?regards(?: \w+){0,2}|please|pls|(?:any )?help (?:is|would be) (?:much )?appreciated)(?: (?:so|very) much| a lot| in advance| for (?:your|the|any) help)*$/

const whyAtEnd = / (?:why|what (?:is|could be|can be) the (?:reason|cause))$/
const howAtEnd = / how(?: to| (?:do|can) i do (?:it|this|that)| does (?:it|this|that) work)?$/

/** The first match decides the kind; the matched words are removed. */
const openings: [kind: string, pattern: string][] = [
  [
    'how',
    `how (?:do|can|could|should|would|might|may|must|does|shall) ${i}(?: (?:go about|best|properly|correctly))?`,
  ],
  ['how', `how to(?: (?:go about|properly|correctly))?`],
  ['how', `how (?:am|are) ${i} supposed to`],
  ['how', `(?:how|in (?:what|which) way) is it possible${toMe} to`],
  ['how', `in (?:what|which) way (?:can|could|do|should) ${i}`],
  ['how', `how (?:i|we)(?: (?:can|could|should|may|might|do))?`],
  ['how', `(?:what|which) (?:is|are|would be) ${steps} ${aim}`],
  [
    'how',
    `(?:what|which) steps (?:do|should|must|can) ${i} (?:need to |have to )?(?:take|follow|do) (?:to|in order to)`,
  ],
  ['how', `(?:what|which) steps (?:are|is) (?:needed|required|necessary) (?:to|for)`],
  ['how', `what (?:do|should|must|can) ${i} (?:need to |have to )?do (?:to|in order to)`],
  ['how', `what (?:needs to|has to|must|should) be done (?:to|in order to)`],
  ['how', `${steps} (?:to|for|of|on)(?: how to)?`],
  ['how', `(?:is|are) there (?:a|any|some) (?:way|ways|possibility)${toMe} (?:to|of)`],
  ['how', `(?:(?:i|we) )?(?:would like|want|need|wish) to(?! (?:know|report|inform))`],
  ['how', `${would}(?:help|assist) (?:me|us)(?: to| in)?(?! with)`],
  ['how', `${would}walk (?:me|us) through`],
  ['how', `(?:(?:i|we) )?need (?:some )?(?:help|assistance) to`],
  ['how', `(?:(?:i|we) )?need (?:some )?(?:help|assistance)(?: in| with)?(?= \\w+ing )`],
  [
    'help',
    `(?:(?:i|we) )?(?:need|want|would like|require) (?:some )?(?:help|assistance|support) (?:with|on|for|regarding)`,
  ],
  ['help', `${would}help (?:me |us )?with`],
  ['how-long', `(?:for )?how (?:long|much time)(?: (?:does|will|would|do|can) it take)?(?: ${i})?`],
  ['how-fast', `how (?:fast|quickly|quick|soon)`],
  ['how-often', `how (?:often|frequently|many times)`],
  ['how-many', `how many`],
  ['how-much', `how much`],
  [
    'why',
    `why (?:do|am|are) (?:i|we) (?:get|getting|see|seeing|receive|receiving|have|having|encounter|encountering)`,
  ],
  ['why', `(?:why|how come)`],
  [
    'why',
    `what (?:is|are|was|could be|can be|might be|may be) (?:the )?(?:possible )?(?:reasons?|causes?|root cause)(?: (?:of|for|behind|that|why))?`,
  ],
  ['why', `what (?:causes?|is causing|are causing|could cause|can cause|might cause|may cause|triggers?)`],
  ['how-come', `how`],
  ['when', `(?:(?:until )?when(?: will)?|(?:at )?(?:what|which) time|(?:on )?(?:what|which) date)`],
  ['where', `where (?:do|can|could|would) ${i}(?: (?:find|locate|look for|look up))?`],
  ['where', `(?:where|(?:in|at) (?:what|which) (?:place|location))`],
  ['whom', `(?:who|whom) (?:do|should) ${i}(?: (?:need to|have to))?`],
  ['whom', `(?:who|whom)(?= (?:can|could|must|would|may) ${i} )`],
  ['who', `(?:who|whom|(?:what|which) (?:person|people))`],
  ['meaning', `what (?:do|does)(?=.* mean$)`],
  ['meaning', `(?:what is |what are )?(?:the )?(?:meaning|definition) of`],
  ['meaning', `(?:what is meant by|define)`],
  [
    'what-do',
    `what (?:do|can|could|should|must|shall) ${i} (?:need to |have to )?do(?= (?:if|when|in case) )`,
  ],
  ['what', `(?:what|which)(?: (?:is|are))?`],
  ['what', `(?:tell|give) (?:me|us)(?= the )`],
  ['what', `(?:the )?(?:current )?(?=(?:status|state) of )`],
  ['list', `(?:show|list|display)(?: (?:me|us))?`],
  ['list', `give (?:me|us)`],
  ['must-not', `is it (?:forbidden|prohibited|not allowed|not permitted)${toMe} to`],
  ['can', `is it (?:allowed|permitted|possible|ok|okay|fine)${toMe} to`],
  ['can', `(?:am|are) (?:i|we) (?:allowed|permitted|able) to`],
  ['can', `(?:can|could|may|might)(?! not)(?: (?:i|we))?`],
  ['must', `do (?:i|we) (?:have|need) to`],
  ['must', `is it (?:necessary|required|mandatory|compulsory)${toMe} to`],
  ['must', `must(?: (?:i|we))?`],
  ['should', `should(?: (?:i|we))?`],
  ['would', `would`],
  ['will', `(?:will|shall)`],
  ['was', `(?:was|were|did|had)`],
  ['is', `(?:is|are|am|do|does|has|have)(?! not )(?: (?:i|we))?`],
]
const patterns = openings.map(([kind, pattern]) => ({ kind, at: new RegExp(`^${pattern}(?= |$|(?<=^| ))`) }))

/** Takes words in lower case. */
export function openingOf(words: readonly string[]): Opening {
  let rest = words.join(' ')
  let [start, end] = [0, words.length]
  const removeStart = (pattern: RegExp) => {
    const head = pattern.exec(rest)?.[0]
    if (head === undefined) return false
    start += countWords(head)
    rest = rest.slice(head.length).trim()
    return true
  }
  const removeEnd = (pattern: RegExp) => {
    const tail = pattern.exec(rest)?.[0]
    if (tail === undefined) return false
    end -= countWords(tail)
    rest = rest.slice(0, -tail.length)
    return true
  }
  while (removeEnd(farewells) || courtesies.some(removeStart));
  const isWhy = removeEnd(whyAtEnd)
  const isHow = removeEnd(howAtEnd)
  const kind = patterns.find(({ at }) => removeStart(at))?.kind
  if (kind === 'meaning') removeEnd(/ mean$/)
  return { kind: isWhy ? 'why' : isHow ? 'how' : (kind ?? kindWithin(rest)), start, end }
}

/** `I lost my badge, how do I get a new one` asks how. */
const kindWithin = (rest: string): string | undefined =>
  / (?:how|where) (?:do|can|could|should) i | what (?:do|can|should|must) i do(?: |$)/.test(rest)
    ? 'how'
    : undefined

const countWords = (text: string) => text.split(' ').filter(Boolean).length
