import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock'
import { createAnthropic } from '@ai-sdk/anthropic'
import type { Config } from '../../../config.ts'
import { openOpenAiCompatible } from './openai-compatible.ts'
import type { ModelTarget } from './targets.ts'

export type LanguageModel = ReturnType<ReturnType<typeof createAnthropic>>
type Fetch = typeof globalThis.fetch

/** Everything is passed in, because the SDK looks up missing settings in the environment. */
export function openModel({ provider, model }: ModelTarget, config: Config, fetch: Fetch): LanguageModel {
  const open: Record<ModelTarget['provider'], () => LanguageModel> = {
    anthropic: () =>
      createAnthropic({
        apiKey: config.anthropic_api_key,
        baseURL: `${config.anthropic_base_url.replace(/\/v1$/, '')}/v1`,
        fetch,
      })(model),
    bedrock: () =>
      createAmazonBedrock({
        apiKey: '', // not used: requests are signed
        region: config.aws_region,
        accessKeyId: config.aws_access_key_id,
        secretAccessKey: config.aws_secret_access_key,
        ...(config.aws_session_token && { sessionToken: config.aws_session_token }),
        baseURL: config.aws_bedrock_base_url || `https://bedrock-runtime.${config.aws_region}.amazonaws.com`,
        fetch,
      })(model),
    'openai-compatible': () => openOpenAiCompatible(model, config, fetch),
  }
  return open[provider]()
}
