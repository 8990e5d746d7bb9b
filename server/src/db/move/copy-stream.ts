import pg from 'pg'

interface CopyConnection {
  stream: { pause: () => void; resume: () => void }
  query: (text: string) => void
  sendCopyFromChunk: (chunk: Buffer) => boolean
  endCopyFrom: () => void
  sendCopyFail: (reason: string) => void
}

type ReceiveChunk = (chunk: Buffer) => void | Promise<void>

/** What the driver calls during COPY, for which it has no query of its own. */
abstract class CopyQuery {
  readonly done: Promise<void>
  protected settle!: { resolve: () => void; reject: (error: Error) => void }
  readonly #text: string

  constructor(text: string) {
    this.#text = text
    this.done = new Promise((resolve, reject) => (this.settle = { resolve, reject }))
  }

  submit(connection: CopyConnection): void {
    connection.query(this.#text)
  }

  handleError(error: Error): void {
    this.settle.reject(error)
  }

  handleCommandComplete(): void {}
  handleCopyInResponse(_connection: CopyConnection): void {}
  handleCopyData(_message: { chunk: Buffer }, _connection: CopyConnection): void {}
  handleReadyForQuery(): void {
    this.settle.resolve()
  }
}

class CopyOut extends CopyQuery {
  readonly #take: ReceiveChunk
  #taking: Promise<void> = Promise.resolve()
  #waiting = 0

  constructor(text: string, take: ReceiveChunk) {
    super(text)
    this.#take = take
  }

  /** The source stops sending while the receiver is behind. */
  override handleCopyData({ chunk }: { chunk: Buffer }, connection: CopyConnection): void {
    if (++this.#waiting === 100) connection.stream.pause()
    // A copy, because the driver reads what comes next into the same memory while this one waits for its turn.
    this.#taking = this.#takeNext(this.#taking, Buffer.from(chunk), connection)
    this.#taking.catch((error: Error) => {
      connection.stream.resume()
      this.settle.reject(error)
    })
  }

  async #takeNext(previous: Promise<void>, chunk: Buffer, connection: CopyConnection): Promise<void> {
    await previous
    await this.#take(chunk)
    if (--this.#waiting === 50) connection.stream.resume()
  }

  override handleReadyForQuery(): void {
    void this.#taking.then(() => this.settle.resolve()).catch(() => undefined) // rejected above already
  }
}

class CopyIn extends CopyQuery {
  readonly opened: Promise<CopyConnection>
  #open!: (connection: CopyConnection) => void

  constructor(text: string) {
    super(text)
    this.opened = new Promise((resolve) => (this.#open = resolve))
  }

  override handleCopyInResponse(connection: CopyConnection): void {
    this.#open(connection)
  }
}

/** Passes on everything that `copy ... to stdout` returns, in order. */
export async function copyOut(client: pg.Client, text: string, take: ReceiveChunk): Promise<void> {
  await submit(client, new CopyOut(text, take)).done
}

export interface CopyTarget {
  write: (chunk: Buffer) => Promise<void>
  end: () => Promise<void>
  /** Without it the target would wait for more data, and do nothing else. */
  abort: () => Promise<void>
}

/** Accepts the input of `copy ... from stdin`. */
export async function copyIn(client: pg.Client, text: string): Promise<CopyTarget> {
  const query = submit(client, new CopyIn(text))
  query.done.catch(() => undefined) // the next write, or the end, reports it
  const failed = query.done.then(() => {
    throw new Error('The copy ended before its data')
  })
  failed.catch(() => undefined)
  const connection = await Promise.race([query.opened, failed])
  const socket = connection.stream as unknown as NodeJS.WritableStream & { writableNeedDrain: boolean }
  return {
    write: async (chunk) => {
      connection.sendCopyFromChunk(chunk)
      if (socket.writableNeedDrain)
        await Promise.race([new Promise<void>((resolve) => socket.once('drain', resolve)), failed])
    },
    end: async () => {
      connection.endCopyFrom()
      await query.done
    },
    abort: async () => {
      connection.sendCopyFail('the source has failed')
      await query.done.catch(() => undefined) // that of the source is the one to report
    },
  }
}

function submit<Q extends CopyQuery>(client: pg.Client, query: Q): Q {
  client.query(query as unknown as pg.Submittable)
  return query
}
