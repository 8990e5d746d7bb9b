import { parentPort } from 'node:worker_threads'
import { nearestOf, type QuantisedVectors } from './nearest.ts'

/** Compares beside the service's own thread, over memory that both share. */
export interface NearestRequest {
  id: number
  vectors: QuantisedVectors
  query: Float32Array
  limit: number
}

parentPort!.on('message', ({ id, vectors, query, limit }: NearestRequest) =>
  parentPort!.postMessage({ id, nearest: nearestOf(vectors, query, limit) }),
)
