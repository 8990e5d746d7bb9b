/** Rows of features, and whether each is a pair that asks the same. */
export interface Examples {
  features: number[][]
  labels: number[]
}

const hidden = 8
const epochs = 30
const batch = 64
const rate = 0.01
/** Weights shrink by this share of the rate with each step. */
const decay = 0.01

/** Numbers between 0 and 1 that are the same in every run. */
function makeRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * Several networks of one hidden layer as one, whose logit is the mean of theirs. Its layout is that of `rateResemblance`:
 * the weights of the hidden units, their biases, the weights of the output and its bias.
 */
export function trainNetwork(examples: Examples, networks: number): Float32Array {
  const scaling = scalingOf(examples.features)
  const rows = examples.features.map((row) =>
    row.map((x, i) => (x - scaling[i]!.mean) / scaling[i]!.deviation),
  )
  const inputs = scaling.length
  const trained = Array.from({ length: networks }, (_, seed) => trainOne(rows, examples.labels, seed + 1))
  const units = hidden * networks
  const joined = new Float32Array(units * (inputs + 2) + 1)
  for (const [n, values] of trained.entries()) {
    for (let unit = 0; unit < hidden; unit++) {
      const at = n * hidden + unit
      let bias = values[hidden * inputs + unit]!
      for (let i = 0; i < inputs; i++) {
        const weight = values[unit * inputs + i]! / scaling[i]!.deviation
        joined[at * inputs + i] = weight
        bias -= weight * scaling[i]!.mean
      }
      joined[units * inputs + at] = bias
      joined[units * (inputs + 1) + at] = values[hidden * (inputs + 1) + unit]! / networks
    }
    joined[joined.length - 1]! += values.at(-1)! / networks
  }
  return joined
}

function scalingOf(rows: number[][]): { mean: number; deviation: number }[] {
  return rows[0]!.map((_, i) => {
    const mean = rows.reduce((sum, row) => sum + row[i]!, 0) / rows.length
    const variance = rows.reduce((sum, row) => sum + (row[i]! - mean) ** 2, 0) / rows.length
    return { mean, deviation: Math.sqrt(variance) || 1 }
  })
}

/** Adam with decoupled weight decay; the rate falls along a cosine. */
function trainOne(rows: number[][], labels: number[], seed: number): Float64Array {
  const random = makeRandom(seed)
  const inputs = rows[0]!.length
  const outputAt = hidden * (inputs + 1)
  const values = new Float64Array(hidden * (inputs + 2) + 1)
  for (let i = 0; i < hidden * inputs; i++) values[i] = normal(random) / Math.sqrt(inputs)
  for (let i = outputAt; i < outputAt + hidden; i++) values[i] = normal(random) / Math.sqrt(hidden)
  const [first, second] = [new Float64Array(values.length), new Float64Array(values.length)]
  const order = rows.map((_, i) => i)
  let step = 0
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random)
    const pace = (rate * (1 + Math.cos((Math.PI * epoch) / epochs))) / 2
    for (let start = 0; start < order.length; start += batch) {
      const gradient = gradientOf(values, order.slice(start, start + batch), rows, labels)
      step++
      for (let i = 0; i < values.length; i++) {
        first[i] = 0.9 * first[i]! + 0.1 * gradient[i]!
        second[i] = 0.999 * second[i]! + 0.001 * gradient[i]! ** 2
        const move = first[i]! / (1 - 0.9 ** step) / (Math.sqrt(second[i]! / (1 - 0.999 ** step)) + 1e-8)
        const isWeight = i < hidden * inputs || (i >= outputAt && i < values.length - 1)
        values[i]! -= pace * (move + (isWeight ? decay * values[i]! : 0))
      }
    }
  }
  return values
}

/** Of the mean cross entropy over some rows. */
function gradientOf(values: Float64Array, some: number[], rows: number[][], labels: number[]): Float64Array {
  const inputs = rows[0]!.length
  const [biasAt, outputAt] = [hidden * inputs, hidden * (inputs + 1)]
  const gradient = new Float64Array(values.length)
  const active = new Float64Array(hidden)
  for (const index of some) {
    const row = rows[index]!
    let logit = values.at(-1)!
    for (let unit = 0; unit < hidden; unit++) {
      let sum = values[biasAt + unit]!
      for (let i = 0; i < inputs; i++) sum += values[unit * inputs + i]! * row[i]!
      active[unit] = Math.max(sum, 0)
      logit += active[unit]! * values[outputAt + unit]!
    }
    const error = (1 / (1 + Math.exp(-logit)) - labels[index]!) / some.length
    gradient[gradient.length - 1]! += error
    for (let unit = 0; unit < hidden; unit++) {
      if (active[unit] === 0) continue
      gradient[outputAt + unit]! += error * active[unit]!
      const back = error * values[outputAt + unit]!
      gradient[biasAt + unit]! += back
      for (let i = 0; i < inputs; i++) gradient[unit * inputs + i]! += back * row[i]!
    }
  }
  return gradient
}

const normal = (random: () => number) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

function shuffle(list: number[], random: () => number): void {
  for (let i = list.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    ;[list[i], list[j]] = [list[j]!, list[i]!]
  }
}
