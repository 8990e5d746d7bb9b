import { parentPort, workerData } from 'node:worker_threads'
import { loadEmbedding } from '../embedding/static.ts'
import { maxRowsWithEmbedding } from './learning/classifier.ts'
import { Training, type Example } from './learning/training.ts'
import { pack } from './serialize.ts'

/** Runs in its own thread: receives batches of incidents, trains after an empty one, and returns the result. */
const { expected } = workerData as { expected: number }
const embedding = expected < maxRowsWithEmbedding ? loadEmbedding() : undefined
const training = new Training()

parentPort!.on('message', (examples: Example[]) => {
  if (examples.length > 0) {
    for (const example of examples) training.add(example, embedding?.embed(example.text))
    parentPort!.postMessage({ hasRoom: training.hasRoom })
    return
  }
  const { model, reports } = training.finish()
  parentPort!.postMessage({ rows: training.size, fields: reports, content: pack(model) })
  parentPort!.close()
})
