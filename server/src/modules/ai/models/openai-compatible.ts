import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { APICallError, extractReasoningMiddleware, wrapLanguageModel } from 'ai'
import type { Config } from '../../../config.ts'

interface Body {
  max_tokens?: number
  [field: string]: unknown
}

/** How a request changes for servers that refuse it with such a message. */
interface Adaptation {
  refusal: RegExp
  adapt: (body: Body) => Body
}

const adaptations: Adaptation[] = [
  // Current models of OpenAI.
  {
    refusal: /use '?max_completion_tokens/i,
    adapt: (body) => ({ ...body, max_tokens: undefined, max_completion_tokens: body.max_tokens }),
  },
  // DeepSeek and some models of Groq. The schema is in the prompt, too.
  {
    refusal: /response.?format|json_schema/i,
    adapt: (body) => ({ ...body, response_format: undefined }),
  },
]

/** A model of a server that may support only a part of the protocol: what it refuses is not sent to it again. */
export function openOpenAiCompatible(
  model: string,
  config: Config,
  fetch: typeof globalThis.fetch,
): ReturnType<typeof wrapLanguageModel> {
  const learned = new Set<Adaptation>()
  const ask = async <T>(send: () => PromiseLike<T>): Promise<T> => {
    for (;;) {
      const applied = new Set(learned)
      try {
        return await send()
      } catch (error) {
        const missing = adaptations.find((each) => !applied.has(each) && isRefusal(error, each))
        if (!missing) throw error
        learned.add(missing)
      }
    }
  }
  return wrapLanguageModel({
    model: createOpenAICompatible({
      name: 'openai-compatible',
      ...(config.ai_api_key && { apiKey: config.ai_api_key }),
      baseURL: config.ai_base_url,
      includeUsage: true,
      supportsStructuredOutputs: true,
      transformRequestBody: (body) => [...learned].reduce<Body>((adapted, { adapt }) => adapt(adapted), body),
      fetch,
    })(model),
    middleware: [
      // Small servers include the model's reasoning in its answer.
      extractReasoningMiddleware({ tagName: 'think' }),
      {
        specificationVersion: 'v3',
        wrapGenerate: ({ doGenerate }) => ask(doGenerate),
        wrapStream: ({ doStream }) => ask(doStream),
      },
    ],
  })
}

const isRefusal = (error: unknown, { refusal }: Adaptation) =>
  APICallError.isInstance(error) &&
  [400, 422].includes(error.statusCode ?? 0) &&
  refusal.test(error.responseBody ?? '')
