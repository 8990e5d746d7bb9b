/** The part of the package that is used; it comes without types. */
declare module 'onnxruntime-node' {
  export class Tensor {
    constructor(type: 'int64', data: BigInt64Array, shape: number[])
    constructor(type: 'float32', data: Float32Array, shape: number[])
    readonly data: Float32Array
  }
  export class InferenceSession {
    static create(
      model: Uint8Array,
      options: { intraOpNumThreads: number; interOpNumThreads: number; enableCpuMemArena: boolean },
    ): Promise<InferenceSession>
    run(inputs: Record<string, Tensor>): Promise<Record<string, Tensor>>
  }
}
