import type { Api } from '../../http/api.ts'
import type { OpenList } from '../../http/list.ts'
import { mountAnalyze } from './analyze/routes.ts'
import { mountAsk } from './ask/routes.ts'
import { mountCache } from './cache/routes.ts'
import { mountExemplars } from './exemplars/routes.ts'
import { mountGaps } from './gaps/routes.ts'
import { mountUsage } from './models/usage/routes.ts'
import type { Ai } from './open.ts'
import { mountSuggest } from './suggest/routes.ts'
import { mountQuery } from './query/routes.ts'

export function mountAi(api: Api, openList: OpenList, ai: Ai): void {
  mountAsk(api, ai)
  mountQuery(api, ai)
  mountAnalyze(api, ai)
  mountExemplars(api, ai)
  mountGaps(api, openList)
  mountSuggest(api, ai)
  mountCache(api, ai.cache)
  mountUsage(api)
}
