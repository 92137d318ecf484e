import fc from 'fast-check'

/**
 * The seed of every property, so that a run of the tests is the same each time: what fails was changed, not drawn.
 * `npm run properties` looks for what no one has drawn yet.
 */
fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 1) })
