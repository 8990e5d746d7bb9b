/** The cosine of two vectors of length 1; 0 when one of them has length 0. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}

export function normalise(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector)
  if (length > 0) for (let i = 0; i < vector.length; i++) vector[i]! /= length
  return vector
}

/** Writes the values as one byte each, and returns what a byte must be multiplied by to get its value back. */
export function quantiseInto(bytes: Int8Array, values: Float32Array): number {
  let largest = 0
  for (const value of values) largest = Math.max(largest, Math.abs(value))
  const scale = largest / 127 || 1
  for (let i = 0; i < values.length; i++) bytes[i] = Math.round(values[i]! / scale)
  return scale
}

/** A vector for the database: its scale as a float, then a byte per dimension. Rankings do not notice the loss. */
export function quantise(vector: Float32Array): Buffer {
  const bytes = Buffer.alloc(4 + vector.length)
  bytes.writeFloatLE(quantiseInto(new Int8Array(bytes.buffer, bytes.byteOffset + 4), vector))
  return bytes
}

export function restore(quantised: Buffer): Float32Array {
  const scale = quantised.readFloatLE()
  const bytes = new Int8Array(quantised.buffer, quantised.byteOffset + 4, quantised.length - 4)
  const vector = new Float32Array(bytes.length)
  for (let i = 0; i < vector.length; i++) vector[i] = scale * bytes[i]!
  return vector
}
