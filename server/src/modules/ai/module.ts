import { Type } from 'typebox'
import { second } from '../../kernel/durations.ts'
import type { Deps, Module } from '../../module.ts'
import { mountAnalyze } from './analyze/routes.ts'
import { mountAsk } from './ask/routes.ts'
import { forgetAiAnswers } from './cache/jobs.ts'
import { reportFields } from './cache/model.ts'
import { mountCache } from './cache/routes.ts'
import { openAi } from './engine/open.ts'
import { mountExemplars } from './exemplars/routes.ts'
import { forgetGaps } from './gaps/jobs.ts'
import { mountGaps } from './gaps/routes.ts'
import { mountQuery } from './query/routes.ts'
import { reviseSuggestions, suggestResolutions, sweepResolutions } from './resolutions/jobs.ts'
import { encodePassages } from './retrieval/encoding.ts'
import { startIndexer } from './retrieval/indexer.ts'
import { trainSuggestions, watchHistory } from './suggest/jobs.ts'
import { mountSuggest } from './suggest/routes.ts'
import { forgetAiUsage } from './usage/jobs.ts'
import { mountUsage } from './usage/routes.ts'
import { forgetConversations } from './query/conversations.ts'

/** How long a model call in progress may continue when the service stops. */
const stopTimeout = 5 * second

export async function open({ config, makeCtx }: Deps): Promise<Module> {
  const ai = await openAi(config, makeCtx)
  return {
    descriptions: { schemas: { AiReport: Type.Object(reportFields) } },
    routes: ({ api }) => {
      mountAsk(api, ai)
      mountQuery(api, ai)
      mountAnalyze(api, ai)
      mountExemplars(api, ai)
      mountGaps(api)
      mountSuggest(api, ai)
      mountCache(api, ai.cache)
      mountUsage(api)
    },
    subscribers: [reviseSuggestions],
    jobs: [
      forgetAiAnswers,
      forgetGaps,
      watchHistory,
      trainSuggestions,
      forgetConversations,
      forgetAiUsage,
      suggestResolutions(ai.index),
      sweepResolutions(ai.index),
      encodePassages(ai.index),
    ],
    loops: () => [ai.cache],
    machineLoops: () => [startIndexer(makeCtx, ai.static_embedding)],
    preClose: () => ai.models.stop(stopTimeout),
    close: ai.embedding.close,
  }
}
