/** A vector at a byte per dimension, behind the float that scales them: it loses nothing that a ranking would notice. */
export function quantise(vector: Float32Array): Buffer {
  let largest = 0
  for (const value of vector) largest = Math.max(largest, Math.abs(value))
  const scale = largest / 127 || 1
  const bytes = Buffer.alloc(4 + vector.length)
  bytes.writeFloatLE(scale)
  for (let i = 0; i < vector.length; i++) bytes.writeInt8(Math.round(vector[i]! / scale), 4 + i)
  return bytes
}

export function restore(bytes: Buffer): Float32Array {
  const scale = bytes.readFloatLE()
  const vector = new Float32Array(bytes.length - 4)
  for (let i = 0; i < vector.length; i++) vector[i] = scale * bytes.readInt8(4 + i)
  return vector
}
