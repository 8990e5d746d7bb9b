import { generateText, jsonSchema, NoObjectGeneratedError, Output } from 'ai'
import type { Static, TSchema } from 'typebox'
import type { Ctx } from '../../../db/ctx.ts'
import { withoutExtensions } from '../../../kernel/schema.ts'
import { withKnownAddresses } from './known-addresses.ts'
import type { GenerateRequest } from './model.ts'
import { callOf, checkSecrecy, type ModelExchange } from './exchange.ts'
import { UnusableAnswer } from './failures.ts'
import { read } from './structured.ts'

/** A value of the schema. A model that misses the schema gets the error and one more try. */
export async function generate<S extends TSchema>(
  { config }: Ctx,
  exchange: ModelExchange,
  { system, prompt, schema }: GenerateRequest<S>,
): Promise<Static<S>> {
  const form = `Answer with one JSON object that follows this JSON Schema, and with nothing else:\n${JSON.stringify(withoutExtensions(schema))}`
  const tidy = (text: string) => withKnownAddresses(text, { base_url: config.base_url, seen: [prompt] })
  const askAndRead = async (prompt: string) =>
    read(schema, await ask(exchange, schema, `${system}\n\n${form}`, prompt), tidy)
  const first = await askAndRead(prompt)
  if ('value' in first) return first.value
  const second = await askAndRead(
    `${prompt}\n\nYour last answer could not be used: ${first.complaint}. Answer again.`,
  )
  if ('value' in second) return second.value
  throw new UnusableAnswer(`The answer does not follow the schema: ${second.complaint}`)
}

async function ask(
  exchange: ModelExchange,
  schema: TSchema,
  system: string,
  prompt: string,
): Promise<string> {
  const call = callOf(exchange, system)
  const { text, usage } = await generateText({
    ...call,
    prompt,
    output: Output.object({ schema: jsonSchema(withoutExtensions(schema)) }),
  }).catch((error: unknown) => {
    // We validate the answer ourselves.
    if (NoObjectGeneratedError.isInstance(error)) return { text: error.text ?? '', usage: error.usage }
    // The provider charges for an answer that nobody waited for, too.
    if (exchange.signal.aborted) exchange.meter.add(undefined, call.system + prompt, '')
    throw error
  })
  exchange.meter.add(usage, call.system + prompt, text)
  checkSecrecy(exchange, text)
  return text
}
