import { isWholeName, type Item } from './items.ts'
import type { Noun, ValueField } from './meaning.ts'
import { addValues, emptyReading } from './reading.ts'
import type { Asker, Moment, Reading, UnknownName } from './reading.ts'
import { hasField } from './schema.ts'
import { nounOf } from './senses.ts'

/** What has been understood so far, and what the words before have prepared for the next one. */
export class Gatherer {
  readonly items: Item[]
  readonly asker: Asker
  readonly reading: Reading
  /** What a time may belong to. */
  readonly moments: Moment[] = []
  /** What the next value is taken for: "priority ...", "assigned to ...". */
  expected: ValueField | undefined
  /** What leads to the next word: "about" makes it text, "on" a place. */
  lead: 'about' | 'place' | undefined
  /** The lead was "from": what comes from somebody, they have opened. */
  is_from = false
  /** "not", until a value has used it and something else follows. */
  negation: 'none' | 'fresh' | 'used' = 'none'
  /** "without", until it is said what. */
  lacks = false
  #text: string[] | undefined
  #isGuess = false
  #label: { item: Item; field: ValueField } | undefined

  constructor(items: Item[], asker: Asker) {
    this.items = items
    this.asker = asker
    this.reading = { ...emptyReading(), ...nounOf(items) }
  }

  /** The kind of record that the whole question is about. */
  get noun(): Noun {
    return this.reading.noun ?? 'incident'
  }

  /** What somebody has asked for is theirs, whoever works on it. */
  get person_field(): 'opened_by' | 'assigned_to' | 'approved_by' {
    if (this.expected === 'approved_by') return this.expected
    const isAsked = this.noun === 'request' && this.expected !== 'assigned_to'
    return isAsked || this.is_from || this.expected === 'opened_by' ? 'opened_by' : 'assigned_to'
  }

  get hasText(): boolean {
    return this.#text !== undefined
  }

  /** The place of the last item before a place that says something. */
  kindBefore(place: number): Item['is'] | undefined {
    return this.items.slice(0, place).findLast(({ is }) => is !== 'filler' && is !== 'number')?.is
  }

  /** The name of a field: of the value behind it, or of the one before it. */
  expect(item: Item, field: ValueField): void {
    if (this.reading.conditions.at(-1)?.field === field) return
    this.#dropLabel()
    this.#label = { item, field }
    this.expected = field
  }

  /** A name without a value says nothing. */
  #dropLabel(): void {
    if (this.#label) this.reading.said.push({ text: this.#label.item.text, part: this.#label.field })
    this.#label = undefined
  }

  /** What records of this kind do not have is looked for in their text. */
  value(item: Item, field: ValueField, values: string[], labels?: string[]): void {
    if (!hasField(this.noun, field)) return this.addText(item)
    this.reading.weight++
    this.reading.said.push({ text: item.text, part: field })
    // "non production servers" are servers.
    const isOther = this.reading.conditions.at(-1)?.field !== field
    if (this.negation === 'used' && isOther) this.negation = 'none'
    const is_negated = this.negation !== 'none' && !(this.lacks && values.length === 0)
    addValues(this.reading.conditions, field, values, { is_negated, labels })
    const negation = this.negation === 'none' ? 'none' : 'used'
    this.negation = 'none'
    this.settle()
    this.negation = negation
  }

  /** What was said so far has found its place. */
  settle(): void {
    this.#dropLabel()
    this.expected = this.lead = undefined
    if (this.negation === 'fresh') this.reading.said.push({ text: 'not', part: 'not' })
    this.negation = 'none'
    this.lacks = this.is_from = false
  }

  /** Something that carries meaning. */
  read(said: Partial<Reading>, weight = 1): void {
    Object.assign(this.reading, said)
    this.reading.weight += weight
    this.settle()
  }

  unused(item: Item): void {
    this.reading.unused.push(item.text)
  }

  unknownName(kind: UnknownName['kind'], text: string): void {
    this.reading.unknown ??= { kind, text }
    this.problem(`I know no ${kind} called "${text}"`)
  }

  problem(message: string): void {
    this.reading.problems.push(message)
    this.settle()
  }

  /** After "about", the next thing is text whatever else it might be, and so is what follows until something plainly is not. */
  isText(item: Item): boolean {
    if (this.lead !== 'about' || ['filler', 'about'].includes(item.is) || isWholeName(item)) return false
    if (!this.#text || this.#text.at(-1) === '') return !['record', 'it', 'place', 'time'].includes(item.is)
    return ['word', 'name', 'quoted', 'noun'].includes(item.is)
  }

  addText(item: Item, isGuess = item.is !== 'quoted'): void {
    this.reading.weight++
    this.#isGuess ||= isGuess
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
    this.reading.said.push(...values.map((text) => ({ text, part: 'text' as const })))
    addValues(this.reading.conditions, 'text', values, { is_negated: this.negation === 'fresh' })
    if (this.#isGuess) Object.assign(this.reading.conditions.at(-1)!, { is_guess: true })
    this.#isGuess = false
    this.negation = 'none'
    this.settle()
  }
}
