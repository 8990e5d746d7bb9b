import type { Api } from '../../http/api.ts'
import type { OpenList } from '../../http/list.ts'
import type { Ai } from './open.ts'

export function mountAi(_api: Api, _openList: OpenList, _ai: Ai): void {}
