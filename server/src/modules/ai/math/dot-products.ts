/**
 * Dot products of one vector with many, sixteen dimensions at a time: JavaScript has no such instructions, and WebAssembly
 * takes a ninth of the time. Written out as bytes, since a compiler for one loop would be one more tool to install.
 */
const [i32, v128, func, memory] = [0x7f, 0x7b, 0x60, 0x02]
const get = (local: number) => [0x20, local]
const set = (local: number) => [0x21, local]
const constant = (value: number) => [0x41, value]
const add = [0x6a]
const loop = [0x03, 0x40]
const end = [0x0b]
/** Back to the start of the loop while the first of the two values is less. */
const repeatWhileLess = [0x49, 0x0d, 0x00]
const store = [0x36, 0x02, 0x00]
const load128 = (offset: number) => [0xfd, 0x00, 0x00, offset]
const zero128 = [0xfd, 0x0c, ...Array<number>(16).fill(0)]
const widenLow = [0xfd, 0x87, 0x01]
const widenHigh = [0xfd, 0x88, 0x01]
const multiplyPairs = [0xfd, 0xba, 0x01]
const addLanes = [0xfd, 0xae, 0x01]
const lane = (n: number) => [0xfd, 0x1b, n]

// Addresses: of the query, of the current vector and of their end; bytes of a vector; address of the next result.
const [query, vector, vectorsEnd, bytesOfOne, result] = [0, 1, 2, 3, 4] as const
const [queryPart, vectorEnd, sum, part] = [5, 6, 7, 8] as const

const code = [
  [2, 2, i32, 2, v128],
  loop,
  [...get(vector), ...get(bytesOfOne), ...add, ...set(vectorEnd)],
  [...get(query), ...set(queryPart), ...zero128, ...set(sum)],
  loop,
  [...get(vector), ...load128(0), ...set(part), ...get(sum)],
  [...get(part), ...widenLow, ...get(queryPart), ...load128(0), ...multiplyPairs, ...addLanes],
  [...get(part), ...widenHigh, ...get(queryPart), ...load128(16), ...multiplyPairs, ...addLanes],
  set(sum),
  [...get(queryPart), ...constant(32), ...add, ...set(queryPart)],
  [...get(vector), ...constant(16), ...add, ...set(vector)],
  [...get(vector), ...get(vectorEnd), ...repeatWhileLess],
  end,
  [...get(result), ...get(sum), ...lane(0)],
  [1, 2, 3].flatMap((n) => [...get(sum), ...lane(n), ...add]),
  store,
  [...get(result), ...constant(4), ...add, ...set(result)],
  [...get(vector), ...get(vectorsEnd), ...repeatWhileLess],
  end,
  end,
].flat()

const pages = 8
const sized = (bytes: number[]): number[] =>
  bytes.length < 128 ? [bytes.length, ...bytes] : [(bytes.length & 127) | 128, bytes.length >> 7, ...bytes]
const named = (name: string) => sized([...Buffer.from(name)])
const header = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]
const program = Uint8Array.from(
  [
    header,
    [1, ...sized([1, func, 5, i32, i32, i32, i32, i32, 0])],
    [3, ...sized([1, 0])],
    [5, ...sized([1, 0, pages])],
    [7, ...sized([2, ...named('memory'), memory, 0, ...named('multiply'), 0, 0])],
    [10, ...sized([1, ...sized(code)])],
  ].flat(),
)

interface Program {
  memory: { buffer: ArrayBuffer }
  multiply: (query: number, vector: number, end: number, bytesOfOne: number, result: number) => void
}

/** As much of it as is used here: its types come with a browser's. */
declare const WebAssembly: {
  Module: new (program: Uint8Array) => object
  Instance: new (module: object) => { exports: unknown }
}

const { exports } = new WebAssembly.Instance(new WebAssembly.Module(program))
const { memory: room, multiply } = exports as Program
const resultsAt = 2048
const maxResults = 1024
const vectorsAt = resultsAt + 4 * maxResults
const bytes = new Int8Array(room.buffer)
const results = new Int32Array(room.buffer, resultsAt, maxResults)

/** How many vectors fit at once; they also fit the processor's cache. */
export const vectorsAtOnce = (dimensions: number): number =>
  Math.min(maxResults, Math.floor((bytes.length - vectorsAt) / dimensions))

/**
 * One result per vector, valid until the next call. Dimensions are a multiple of 16, at most 1,024, and of values so small
 * that no sum exceeds 32 bits.
 */
export function dotProducts(of: Int16Array, vectors: Int8Array): Int32Array {
  new Int16Array(room.buffer, 0, of.length).set(of)
  bytes.set(vectors, vectorsAt)
  multiply(0, vectorsAt, vectorsAt + vectors.length, of.length, resultsAt)
  return results.subarray(0, vectors.length / of.length)
}
