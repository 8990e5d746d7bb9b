/** A page of a list as the service returns it. */
export interface Page<Item> {
  data: Item[]
  /** Absent on the last page. */
  next_cursor?: string
  total: number
  /** `false` when there are more than `total`: the service does not count every match of a search. */
  total_is_exact?: boolean
  limit: number
}

type Fetch<Item> = (cursor: string | undefined) => Promise<Page<Item>>

/** The records of a list, page by page as they are needed: `for await (const record of listing)`. */
export class Listing<Item> implements AsyncIterable<Item> {
  readonly #fetch: Fetch<Item>

  constructor(fetch: Fetch<Item>) {
    this.#fetch = fetch
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const { data } of this.pages()) yield* data
  }

  /** For when you need the total, or the cursor to go on later. */
  async *pages(): AsyncGenerator<Page<Item>, void, undefined> {
    let cursor: string | undefined
    do {
      const page = await this.#fetch(cursor)
      yield page
      cursor = page.next_cursor
    } while (cursor !== undefined)
  }

  firstPage(): Promise<Page<Item>> {
    return this.#fetch(undefined)
  }

  /** At most so many records, in memory. */
  async take(count: number): Promise<Item[]> {
    const items: Item[] = []
    if (count < 1) return items
    for await (const item of this) if (items.push(item) >= count) break
    return items
  }
}
