import fc from 'fast-check'

// The same cases in every run, so that a commit that has passed passes again; TEST_SEED=<number> tries others.
fc.configureGlobal({ seed: Number(process.env.TEST_SEED ?? 20_261_118) })
