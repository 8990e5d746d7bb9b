import { bits, events, json, raw, type Protocol, type ModelReply } from './protocol.ts'

interface Block {
  type: string
  text?: string
  content?: string | Block[]
}
interface Body {
  model: string
  system?: Block[]
  messages: { role: string; content: Block[] }[]
  tools?: { name: string; input_schema: unknown }[]
  tool_choice?: { type: string; name?: string }
  output_config?: { format?: { schema: unknown } }
  stream?: boolean
}

const textOf = (content: string | Block[] = []): string =>
  typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('')

export const anthropic: Protocol = {
  env: (url) => ({
    AI_PROVIDER: 'anthropic',
    ANTHROPIC_API_KEY: 'sk-ant-only-for-tests',
    ANTHROPIC_BASE_URL: url,
  }),
  name: 'anthropic/claude-sonnet-4-5',
  read: ({ path, headers, body }) => {
    const { model, system, messages, tools = [], output_config, stream = false } = body as Body
    const blocks = messages.flatMap(({ content }) => content)
    const asJson = tools.find(({ name }) => name === 'json')
    return {
      path,
      headers,
      model,
      system: textOf(system),
      said: textOf(blocks),
      results: blocks.filter(({ type }) => type === 'tool_result').map(({ content }) => textOf(content)),
      tools: tools.map(({ name }) => name),
      form: output_config?.format?.schema ?? asJson?.input_schema,
      is_stream: stream,
    }
  },
  write: (said, { tools, is_stream }) => {
    const content = contentOf(said, tools)
    const [input_tokens, output_tokens] = said.is_silent_on_cost ? [0, 0] : (said.tokens ?? [100, 10])
    const end = said.is_cut ? 'max_tokens' : 'end_turn'
    const stop_reason = content.some(({ type }) => type === 'tool_use') ? 'tool_use' : end
    const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'x', stop_sequence: null }
    if (!is_stream) return json({ ...message, content, stop_reason, usage: { input_tokens, output_tokens } })
    return events(
      [
        {
          type: 'message_start',
          message: { ...message, content: [], stop_reason: null, usage: { input_tokens, output_tokens: 0 } },
        },
        ...content.flatMap((block, index) => [
          {
            type: 'content_block_start',
            index,
            content_block: block.type === 'text' ? { ...block, text: '' } : { ...block, input: {} },
          },
          ...bits(block.text ?? raw(block.input)).map((bit) => ({
            type: 'content_block_delta',
            index,
            delta:
              block.type === 'text'
                ? { type: 'text_delta', text: bit }
                : { type: 'input_json_delta', partial_json: bit },
          })),
          { type: 'content_block_stop', index },
        ]),
        { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens } },
        { type: 'message_stop' },
      ].map((data) => ({ event: data.type, data })),
    )
  },
  refuse: (message) => ({ type: 'error', error: { type: 'api_error', message } }),
}

interface ContentBlock {
  type: 'text' | 'tool_use'
  text?: string
  id?: string
  name?: string
  input?: unknown
}

function contentOf({ text, calls = [] }: ModelReply, tools: string[]): ContentBlock[] {
  const input = tools.includes('json') && text !== undefined ? parsed(text) : undefined
  const words: ContentBlock[] =
    input !== undefined
      ? [{ type: 'tool_use', id: 'toolu_json', name: 'json', input }]
      : text === undefined
        ? []
        : [{ type: 'text', text }]
  return [
    ...words,
    ...calls.map(({ name, args }, i): ContentBlock => ({
      type: 'tool_use',
      id: `toolu_${i}`,
      name,
      input: args,
    })),
  ]
}

/** A tool accepts an object; anything else is sent as text. */
export function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
