import { jsonSchema, stepCountIs, streamText, tool, type LanguageModelUsage, type ToolSet } from 'ai'
import type { Ctx } from '../../../db/ctx.ts'
import { withoutExtensions } from '../../../kernel/schema.ts'
import { Problem } from '../../../kernel/errors.ts'
import { callOf, checkSecrecy, type ModelExchange } from './exchange.ts'
import { UnusableAnswer } from './failures.ts'
import type { ConverseRequest, ReadTool } from './model.ts'
import { fence } from './prompt.ts'
import { check } from './structured.ts'
import { Relay } from './relay.ts'

/** Steps in which tools return something. */
const maxLookupSteps = 4
/** One more is told that nothing more can be looked up, and the last one must answer. */
const maxSteps = maxLookupSteps + 2
const maxToolCalls = 12
const cutNotice = '(The answer was cut off here, because it became too long.)'

/** The model's answer as text; it may call read tools a few times. */
export async function converse(ctx: Ctx, exchange: ModelExchange, request: ConverseRequest): Promise<string> {
  const seen = request.messages.map(({ content }) => content)
  const relay = new Relay(
    { base_url: ctx.config.base_url, seen },
    (text) => checkSecrecy(exchange, text),
    request.onText,
  )
  const call = callOf(exchange, request.system)
  let step = 0
  const { fullStream } = streamText({
    ...call,
    messages: [...request.messages],
    // Offered to the end, because the client of Bedrock removes all results from a request without tools.
    tools: toolsOf(ctx, exchange, request.tools, seen, () => step < maxLookupSteps),
    stopWhen: stepCountIs(maxSteps),
    prepareStep: ({ stepNumber }) => {
      step = stepNumber
      return undefined
    },
    onError: () => {}, // the error also arrives as a part of the stream
  })
  const count = (usage?: LanguageModelUsage) => exchange.meter.add(usage, call.system + seen.join(''), output)
  let output = ''
  let isOpen = false
  let isCut = false
  try {
    for await (const part of fullStream) {
      if (part.type === 'error') throw part.error
      if (part.type === 'abort') throw new DOMException('The time is up', 'AbortError')
      if (part.type === 'start-step') isOpen = true
      if (part.type === 'text-delta') {
        output += part.text
        relay.add(part.text)
      }
      if (part.type === 'finish-step') {
        count(part.usage)
        isOpen = false
        // A stream without a finish part was cut off.
        if (part.rawFinishReason === undefined) throw new DOMException('The answer was cut', 'NetworkError')
        relay.append('\n\n') // what it says after calling a tool is a new paragraph
        output = ''
        isCut = part.finishReason === 'length'
      }
    }
  } catch (error) {
    // The provider charges for a step that nobody waited for, too.
    if (isOpen || exchange.signal.aborted) count()
    throw error
  }
  if (isCut) relay.append(cutNotice)
  const text = relay.finish()
  if (!text) throw new UnusableAnswer('The answer is empty')
  return text
}

function toolsOf(
  ctx: Ctx,
  { signal }: ModelExchange,
  tools: readonly ReadTool[],
  seen: string[],
  mayLookUp: () => boolean,
): ToolSet {
  let calls = 0
  const run = async (used: ReadTool, args: unknown): Promise<string> => {
    if (!mayLookUp() || ++calls > maxToolCalls)
      return 'Nothing more can be looked up: answer with what you have'
    const result = await unless(signal, used.run(args)).catch((error: unknown) => {
      if (signal.aborted) throw error
      if (!(error instanceof Problem)) ctx.log.error({ err: error, tool: used.name }, 'a read tool failed')
      return { error: error instanceof Problem ? error.message : 'That did not work' }
    })
    const found = JSON.stringify(result) ?? 'nothing'
    seen.push(found)
    return fence(found)
  }
  const entries = tools.map((each) => {
    const inputSchema = jsonSchema(withoutExtensions(each.parameters), {
      validate: (value) => {
        const complaint = check(each.parameters, value)
        return complaint === undefined
          ? { success: true, value }
          : { success: false, error: new Error(complaint) }
      },
    })
    const execute = (args: unknown) => run(each, args)
    return [each.name, tool({ description: each.description, inputSchema, execute })] as const
  })
  return Object.fromEntries(entries)
}

/** Stops waiting at the deadline; the work itself continues. */
function unless<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const stop = () => reject(signal.reason as Error)
    signal.addEventListener('abort', stop)
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
