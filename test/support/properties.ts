import fc from 'fast-check'

/**
 * The seed of every property: each run tests the same cases, so a new failure comes from a change. `npm run properties` draws
 * other cases.
 */
fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 1) })
