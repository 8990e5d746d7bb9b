import { isWholeName, type Item } from './items.ts'
import type { Noun, ValueField } from './meaning.ts'
import { addValues, emptyReading, isAlternative } from './reading.ts'
import type { Asker, Moment, Reading, UnknownName } from './reading.ts'
import { hasField, isOfCi } from './schema.ts'
import { nounOf } from './senses.ts'

/** The state of the parser: the reading so far, and what the previous words mean for the next one. */
export class Parser {
  readonly items: Item[]
  readonly asker: Asker
  readonly reading: Reading
  /** Words that a time may refer to. */
  readonly moments: Moment[] = []
  readonly negated_times = new Set<Item>()
  /** The field of the next value: "priority ...", "assigned to ...". */
  expected: ValueField | undefined
  /** The preposition before the next word: after "about" it is text, after "on" a location. */
  lead: 'about' | 'place' | undefined
  /** The preposition was "from": the person after it has opened the record. */
  is_from = false
  /** "not" applies until it was used by a value and another field follows. */
  negation: 'none' | 'fresh' | 'used' = 'none'
  /** The negation was "except": it also applies to another field after "and". */
  excludes = false
  /** "or" was read, and its second value not yet. */
  is_either = false
  /** "without" was read, and its field not yet. */
  lacks = false
  #text: string[] | undefined
  #isGuess = false
  #label: { item: Item; field: ValueField } | undefined

  constructor(items: Item[], asker: Asker) {
    this.items = items
    this.asker = asker
    const { noun } = asker
    this.reading = { ...emptyReading(), ...(noun && { noun }), ...nounOf(items) }
  }

  /** The kind of record that the whole question is about. */
  get noun(): Noun {
    return this.reading.noun ?? 'incident'
  }

  /** A request belongs to its requester, whoever works on it; but a command assigns it. */
  get person_field(): 'opened_by' | 'assigned_to' | 'approved_by' {
    if (this.expected === 'approved_by') return this.expected
    const isAsked = this.noun === 'request' && !this.asker.noun && this.expected !== 'assigned_to'
    return isAsked || this.is_from || this.expected === 'opened_by' ? 'opened_by' : 'assigned_to'
  }

  /** The next words describe the CI of an incident: "on critical", "on production". */
  get describesCi(): boolean {
    return this.lead === 'place' || isOfCi(this.noun, this.reading.conditions.at(-1)?.field)
  }

  get hasText(): boolean {
    return this.#text !== undefined
  }

  /** The kind of the last item with a meaning before this position. */
  kindBefore(place: number): Item['is'] | undefined {
    return this.items.slice(0, place).findLast(({ is }) => is !== 'filler' && is !== 'number')?.is
  }

  /** The name of a field applies to the value after it, or to the one before it. */
  expect(item: Item, field: ValueField): void {
    if (this.reading.conditions.at(-1)?.field === field) return
    this.#dropLabel()
    this.#label = { item, field }
    this.expected = field
  }

  /** The name of a field without a value has no meaning. */
  #dropLabel(): void {
    if (this.#label) this.reading.understood.push({ text: this.#label.item.text, part: this.#label.field })
    this.#label = undefined
  }

  /** A value of a field that this kind of record lacks is searched in its text. */
  value(item: Item, field: ValueField, values: string[], labels?: string[]): void {
    if (!hasField(this.noun, field)) return this.addText(item)
    this.reading.weight++
    this.reading.understood.push({ text: item.text, part: field })
    // In "non production servers", the negation does not apply to "servers".
    const isOther = this.reading.conditions.at(-1)?.field !== field
    // "except P1 and on hold", "not P1 or on hold"
    const isJoined = this.items[this.items.indexOf(item) - 1]?.is === 'link'
    const isExcluded = isJoined && this.negation === 'used' && (this.excludes || this.is_either)
    if (this.negation === 'used' && isOther && !isExcluded) this.negation = 'none'
    if (!isExcluded && (isOther || !isAlternative(field))) this.#dropEither()
    const is_negated = this.negation !== 'none' && !(this.lacks && values.length === 0)
    addValues(this.reading.conditions, field, values, { is_negated, labels })
    const negation = this.negation === 'none' ? 'none' : 'used'
    this.negation = 'none'
    this.settle()
    this.negation = negation
  }

  /** Values of different fields must all match. */
  #dropEither(): void {
    if (this.is_either && this.reading.conditions.length > 0) this.drop('or')
  }

  /** Ends the effect of prepositions and labels on later words. */
  settle(): void {
    this.#dropLabel()
    this.expected = this.lead = undefined
    if (this.negation === 'fresh') this.drop('not')
    this.negation = 'none'
    this.lacks = this.is_from = false
  }

  /** Adds to the reading; `weight` counts the words with a meaning. */
  read(found: Partial<Reading>, weight = 1): void {
    Object.assign(this.reading, found)
    this.reading.weight += weight
    this.settle()
  }

  drop(text: string): void {
    this.reading.understood.push({ text, part: 'dropped' })
  }

  unused(item: Item): void {
    this.reading.unused.push(item.text)
  }

  unknownName(kind: UnknownName['kind'], text: string): void {
    this.reading.unknown ??= { kind, text }
    this.problem(`There is no ${kind} called "${text}"`)
  }

  problem(message: string): void {
    this.reading.problems.push(message)
    this.settle()
  }

  /** After "about" everything is search text, until an item that clearly is not. */
  isText(item: Item): boolean {
    if (this.lead !== 'about' || ['filler', 'about'].includes(item.is) || isWholeName(item)) return false
    if (!this.#text || this.#text.at(-1) === '') return !['record', 'it', 'place', 'time'].includes(item.is)
    return ['word', 'name', 'quoted', 'noun'].includes(item.is)
  }

  addText(item: Item, isGuess = item.is !== 'quoted'): void {
    this.reading.weight++
    this.#isGuess ||= isGuess
    if (!this.#text) this.#dropEither()
    this.is_either = false
    const word = item.is === 'quoted' ? `"${item.text}"` : item.text
    this.#text ??= ['']
    this.#text.push(`${this.#text.pop()!} ${word}`.trim())
  }

  /** "or" between the words of a text. */
  alternative(): void {
    this.#text?.push('')
  }

  endText(): void {
    if (!this.#text) return
    const values = this.#text.filter((each) => each !== '')
    this.#text = undefined
    this.reading.understood.push(...values.map((text) => ({ text, part: 'text' as const })))
    addValues(this.reading.conditions, 'text', values, { is_negated: this.negation === 'fresh' })
    if (this.#isGuess) Object.assign(this.reading.conditions.at(-1)!, { is_guess: true })
    this.#isGuess = false
    this.negation = 'none'
    this.settle()
  }
}
