import { generateText, jsonSchema, NoObjectGeneratedError, Output } from 'ai'
import type { Static, TSchema } from 'typebox'
import type { GenerateRequest } from './model.ts'
import { callOf, checkSecrecy, type Asking } from './asking.ts'
import { Unusable } from './failures.ts'
import { plain, read } from './structured.ts'

/** A value of the schema. A model that missed it is told why and asked once more. */
export async function generate<S extends TSchema>(
  asking: Asking,
  { system, prompt, schema }: GenerateRequest<S>,
): Promise<Static<S>> {
  const form = `Answer with one JSON object that follows this JSON Schema, and with nothing else:\n${JSON.stringify(plain(schema))}`
  const first = read(schema, await ask(asking, schema, `${system}\n\n${form}`, prompt))
  if ('value' in first) return first.value
  const again = `${prompt}\n\nYour last answer could not be used: ${first.complaint}. Answer again.`
  const second = read(schema, await ask(asking, schema, `${system}\n\n${form}`, again))
  if ('value' in second) return second.value
  throw new Unusable(`Not the form that was asked for: ${second.complaint}`)
}

async function ask(asking: Asking, schema: TSchema, system: string, prompt: string): Promise<string> {
  const call = callOf(asking, system)
  const { text, usage } = await generateText({
    ...call,
    prompt,
    output: Output.object({ schema: jsonSchema(plain(schema)) }),
  }).catch((error: unknown) => {
    // Whether the answer has the form, we see for ourselves.
    if (NoObjectGeneratedError.isInstance(error)) return { text: error.text ?? '', usage: error.usage }
    throw error
  })
  asking.meter.add(usage, call.system + prompt, text)
  checkSecrecy(asking, text)
  return text
}
