export const endpoints = ['ask', 'analyze', 'exemplars', 'suggest', 'query', 'resolutions'] as const
export type Endpoint = (typeof endpoints)[number]
