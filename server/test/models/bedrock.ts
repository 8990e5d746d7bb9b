import { crc32 } from 'node:zlib'
import { parsed } from './anthropic.ts'
import { bits, json, raw, type Protocol, type ModelReply } from './protocol.ts'

interface Block {
  text?: string
  toolUse?: { toolUseId: string; name: string; input: unknown }
  toolResult?: { content: { text?: string; json?: unknown }[] }
}
interface Body {
  system?: Block[]
  messages: { role: string; content: Block[] }[]
  toolConfig?: { tools: { toolSpec?: { name: string; inputSchema: { json: unknown } } }[] }
  additionalModelRequestFields?: { output_config?: { format?: { schema: unknown } } }
}

export const bedrock: Protocol = {
  env: (url) => ({
    AI_PROVIDER: 'bedrock',
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'AKIAONLYFORTESTS',
    AWS_SECRET_ACCESS_KEY: 'a-secret-only-for-tests',
    AWS_BEDROCK_BASE_URL: url,
  }),
  name: 'bedrock/global.anthropic.claude-sonnet-4-5-20250929-v1:0',
  read: ({ path, headers, body }) => {
    const { system = [], messages, toolConfig, additionalModelRequestFields } = body as Body
    const blocks = messages.flatMap(({ content }) => content)
    const tools = (toolConfig?.tools ?? []).flatMap(({ toolSpec }) => toolSpec ?? [])
    return {
      path,
      headers,
      model: decodeURIComponent(path.split('/')[2] ?? ''),
      system: system.map(({ text = '' }) => text).join(''),
      said: blocks.map(({ text = '' }) => text).join(''),
      results: blocks.flatMap(({ toolResult }) =>
        toolResult ? [toolResult.content.map(({ text, json }) => text ?? JSON.stringify(json)).join('')] : [],
      ),
      tools: tools.map(({ name }) => name),
      form:
        additionalModelRequestFields?.output_config?.format?.schema ??
        tools.find(({ name }) => name === 'json')?.inputSchema.json,
      is_stream: path.endsWith('/converse-stream'),
    }
  },
  write: (said, { tools, is_stream }) => {
    const content = contentOf(said, tools)
    const [inputTokens, outputTokens] = said.is_silent_on_cost ? [0, 0] : (said.tokens ?? [100, 10])
    const end = said.is_cut ? 'max_tokens' : 'end_turn'
    const stopReason = content.some(({ toolUse }) => toolUse) ? 'tool_use' : end
    const cost = { usage: { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens } }
    const metrics = { latencyMs: 1 }
    if (!is_stream)
      return json({ output: { message: { role: 'assistant', content } }, stopReason, metrics, ...cost })
    const frames = [
      frame('messageStart', { role: 'assistant' }),
      ...content.flatMap((block, contentBlockIndex) => [
        ...(block.toolUse
          ? [
              frame('contentBlockStart', {
                contentBlockIndex,
                start: { toolUse: { ...block.toolUse, input: undefined } },
              }),
            ]
          : []),
        ...bits(block.text ?? raw(block.toolUse?.input)).map((bit) =>
          frame('contentBlockDelta', {
            contentBlockIndex,
            delta: block.toolUse ? { toolUse: { input: bit } } : { text: bit },
          }),
        ),
        frame('contentBlockStop', { contentBlockIndex }),
      ]),
      frame('messageStop', { stopReason }),
      frame('metadata', { metrics, ...cost }),
    ]
    return { type: 'application/vnd.amazon.eventstream', pieces: frames }
  },
  refuse: (message) => ({ message }),
}

function contentOf({ text, calls = [] }: ModelReply, tools: string[]): Block[] {
  const input = tools.includes('json') && text !== undefined ? parsed(text) : undefined
  const words: Block[] =
    input !== undefined
      ? [{ toolUse: { toolUseId: 'use_json', name: 'json', input } }]
      : text === undefined
        ? []
        : [{ text }]
  return [
    ...words,
    ...calls.map(({ name, args }, i) => ({ toolUse: { toolUseId: `use_${i}`, name, input: args } })),
  ]
}

/** Lengths and checksums around headers and a payload, as Amazon's event streams have them. */
function frame(event: string, payload: unknown): Buffer {
  const headers = Buffer.concat(
    Object.entries({
      ':event-type': event,
      ':content-type': 'application/json',
      ':message-type': 'event',
    }).map(([name, value]) => {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(value.length)
      return Buffer.concat([
        Buffer.from([name.length]),
        Buffer.from(name),
        Buffer.from([7]),
        length,
        Buffer.from(value),
      ])
    }),
  )
  const body = Buffer.from(JSON.stringify(payload))
  const prelude = Buffer.alloc(12)
  prelude.writeUInt32BE(16 + headers.length + body.length, 0)
  prelude.writeUInt32BE(headers.length, 4)
  prelude.writeUInt32BE(crc32(prelude.subarray(0, 8)), 8)
  const checked = Buffer.concat([prelude, headers, body])
  const end = Buffer.alloc(4)
  end.writeUInt32BE(crc32(checked))
  return Buffer.concat([checked, end])
}
