import { readModel } from '../embedding/files.ts'
import type { Network } from './question/resemblance.ts'

export function loadNetwork(): Network {
  const { buffer, byteOffset, length } = readModel('question-pairs.f32')
  return new Float32Array(buffer.slice(byteOffset, byteOffset + length))
}
