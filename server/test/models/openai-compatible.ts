import { bits, events, json, raw, type Protocol } from './protocol.ts'

interface Body {
  model: string
  messages: { role: string; content: string | { text?: string }[] | null }[]
  tools?: { function: { name: string } }[]
  response_format?: { json_schema?: { schema: unknown } }
  stream?: boolean
}

const textOf = (content: Body['messages'][number]['content']): string =>
  typeof content === 'string' ? content : (content ?? []).map(({ text = '' }) => text).join('')

export const openAiCompatible: Protocol = {
  env: (url) => ({
    AI_PROVIDER: 'openai-compatible',
    AI_MODEL: 'llama3.2',
    AI_API_KEY: 'sk-only-for-tests',
    AI_BASE_URL: `${url}/v1`,
  }),
  name: 'openai-compatible/llama3.2',
  read: ({ path, headers, body }) => {
    const { model, messages, tools = [], response_format, stream = false } = body as Body
    const by = (...roles: string[]) =>
      messages.filter(({ role }) => roles.includes(role)).map(({ content }) => textOf(content))
    return {
      path,
      headers,
      model,
      system: by('system').join(''),
      said: by('user', 'assistant').join(''),
      results: by('tool'),
      tools: tools.map((tool) => tool.function.name),
      form: response_format?.json_schema?.schema,
      is_stream: stream,
    }
  },
  write: ({ text = '', calls = [], tokens = [100, 10], is_cut, is_silent_on_cost }, { is_stream }) => {
    const finish_reason = calls.length > 0 ? 'tool_calls' : is_cut ? 'length' : 'stop'
    const [prompt_tokens, completion_tokens] = tokens
    const usage = { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens }
    const cost = is_silent_on_cost ? {} : { usage }
    const tool_calls = calls.map(({ name, args }, index) => ({
      index,
      id: `call_${index}`,
      type: 'function',
      function: { name, arguments: raw(args) },
    }))
    const head = { id: 'chatcmpl-1', created: 1_700_000_000, model: 'llama3.2' }
    if (!is_stream)
      return json({
        ...head,
        object: 'chat.completion',
        choices: [
          {
            index: 0,
            message: { role: 'assistant', content: text, ...(tool_calls.length > 0 && { tool_calls }) },
            finish_reason,
          },
        ],
        ...cost,
      })
    const chunk = (delta: object, finish_reason: string | null = null) => ({
      data: { ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] },
    })
    return events([
      chunk({ role: 'assistant', content: '' }),
      ...bits(text).map((content) => chunk({ content })),
      ...tool_calls.map((call) => chunk({ tool_calls: [call] })),
      chunk({}, finish_reason),
      ...(is_silent_on_cost ? [] : [{ data: { ...head, choices: [], usage } }]),
      { data: '[DONE]' },
    ])
  },
  refuse: (message) => ({ error: { message, type: 'server_error' } }),
}
