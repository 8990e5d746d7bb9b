import { second } from '../../kernel/durations.ts'
import type { Deps, Module } from '../../module.ts'
import { forgetAiAnswers } from './cache/jobs.ts'
import { forgetGaps } from './gaps/jobs.ts'
import { forgetAiUsage } from './models/usage/jobs.ts'
import { mountAi } from './mount.ts'
import { openAi } from './open.ts'
import { forgetConversations } from './query/jobs.ts'
import { reviseSuggestions, suggestResolutions, sweepResolutions } from './resolutions/jobs.ts'
import { startIndexer } from './retrieval/indexer.ts'
import { trainSuggestions, watchHistory } from './suggest/jobs.ts'

/** How long a call of a model that is under way may go on when the service stops. */
const patience = 5 * second

export async function open({ config, makeCtx }: Deps): Promise<Module> {
  const ai = await openAi(config, makeCtx)
  return {
    routes: ({ api, openList }) => mountAi(api, openList, ai),
    subscribers: [reviseSuggestions],
    jobs: [
      forgetAiAnswers,
      forgetGaps,
      watchHistory,
      trainSuggestions,
      forgetConversations,
      forgetAiUsage,
      suggestResolutions(ai.embedding),
      sweepResolutions(ai.embedding),
    ],
    workers: () => [ai.cache],
    background: () => [startIndexer(makeCtx, ai.embedding)],
    preClose: () => ai.models.stop(patience),
  }
}
