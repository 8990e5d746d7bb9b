import { Registry } from 'prom-client'
import type { Queue } from '../db/ctx.ts'
import type { Channel } from '../kernel/channel.ts'
import type { Publication } from '../kernel/peers.ts'
import { LimiterHub, type TokenRequest } from '../http/limiter-hub.ts'
import { CountsHub, type Counts } from '../http/machine-counts.ts'
import type { MetricValues } from '../http/metrics.ts'
import { addNodeMetrics } from '../http/node-metrics.ts'
import {
  LocalPendingGuesses,
  type Counter,
  type FinishedGuess,
} from '../modules/identity/guesses/pending-guesses.ts'
import { RetiredMetrics } from './retired-metrics.ts'

const countNames = ['connections', 'streams']

/** What all workers share: limits, counts, pending guesses and metrics; it also passes on their messages to each other. */
export class Hub {
  readonly #channels = new Set<Channel>()
  readonly #limits = new LimiterHub()
  readonly #guesses = new LocalPendingGuesses()
  readonly #guessing = new Map<Channel, FinishedGuess['keys'][]>()
  readonly #counts = new Map(countNames.map((name) => [name, new CountsHub<Channel>()]))
  readonly #metrics = new RetiredMetrics<Channel>()
  readonly #registry = new Registry()
  readonly countCrash = addNodeMetrics(this.#registry).countCrash

  join(channel: Channel): void {
    this.#channels.add(channel)
    this.#guessing.set(channel, [])
    channel.handle('limits', (requests: TokenRequest[]) => this.#limits.take(requests, this.#channels.size))
    channel.handle('wake', (queues: Queue[]) =>
      this.#others(channel).forEach((other) => other.notify('wake', queues)),
    )
    channel.handle('publish', (publication: Publication) => this.#publish(channel, publication))
    channel.handle('metrics', (own: MetricValues) => this.#collect(channel, own))
    this.#shareCounts(channel)
    this.#shareGuesses(channel)
  }

  leave(channel: Channel): void {
    if (!this.#channels.delete(channel)) return
    for (const keys of this.#guessing.get(channel)!) this.#guesses.leave(keys, [])
    this.#guessing.delete(channel)
    for (const [name, counts] of this.#counts) {
      const keys = counts.keysOf(channel)
      counts.set(
        channel,
        keys.map((key) => [key, 0]),
      )
      this.#sendCounts(name, keys, channel)
    }
    this.#metrics.retire(channel)
  }

  #others(channel: Channel): Channel[] {
    return [...this.#channels].filter((other) => other !== channel)
  }

  /** A worker that has ended, or hangs, does not block the others. */
  async #publish(from: Channel, publication: Publication): Promise<void> {
    await Promise.allSettled(this.#others(from).map((other) => other.call('published', publication)))
  }

  async #collect(from: Channel, own: MetricValues): Promise<MetricValues[]> {
    this.#metrics.update(from, own)
    await Promise.all(this.#others(from).map((other) => this.readMetrics(other)))
    return [...this.#metrics.all(), await this.#registry.getMetricsAsJSON()]
  }

  /** If a worker does not respond, or has ended, its last metrics count. */
  async readMetrics(channel: Channel): Promise<void> {
    const values = await channel.call<MetricValues>('metrics:own').catch(() => undefined)
    if (values && this.#channels.has(channel)) this.#metrics.update(channel, values)
  }

  #shareCounts(channel: Channel): void {
    for (const [name, counts] of this.#counts) {
      channel.handle(`counts:${name}`, (changed: Counts) => {
        counts.set(channel, changed)
        this.#sendCounts(
          name,
          changed.map(([key]) => key),
          channel,
        )
      })
      channel.notify(`counts:${name}`, counts.othersThan(channel))
    }
  }

  #sendCounts(name: string, keys: string[], except: Channel): void {
    if (keys.length === 0) return
    for (const other of this.#others(except))
      other.notify(`counts:${name}`, this.#counts.get(name)!.othersThan(other, keys))
  }

  #shareGuesses(channel: Channel): void {
    channel.handle('guesses:exhausted', (counters: Counter[]) => this.#guesses.isExhausted(counters))
    channel.handle('guesses:enter', async (counters: Counter[]) => {
      const keys = counters.map(({ key }) => key)
      const entry = await this.#guesses.enter(counters)
      const held = this.#guessing.get(channel)
      if (entry === 'entered' && held) held.push(keys)
      else if (entry === 'entered') this.#guesses.leave(keys, []) // the worker ended while it waited
      return entry
    })
    channel.handle('guesses:leave', ({ keys, failures }: FinishedGuess) => {
      const held = this.#guessing.get(channel)
      const index = held?.findIndex((entered) => entered.join() === keys.join()) ?? -1
      if (index < 0) return
      held!.splice(index, 1)
      this.#guesses.leave(keys, failures)
    })
  }
}
