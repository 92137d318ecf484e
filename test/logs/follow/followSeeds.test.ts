import { expect, test } from 'vitest'
import { simulate } from '../../support/simulation/follow.ts'

// Seeds of worlds that failed once, and their bug. When the simulation draws differently, a seed gives another world.
test.each([
  [740000740, 'logs that stand were taken away after a reorganization behind a gap'],
  [740002616, 'a deep reorganization behind a gap went unnoticed'],
  [740002644, 'the same after a sleep'],
  [740003452, 'the same with three endpoints'],
  [910000516, 'a filter that was paused before its first block was known went on asking'],
  [910000879, 'the same with the clock set back'],
  [2000006984, 'an endpoint that had fallen behind left logs out of an audit, the last read of their blocks'],
  [
    2000006402,
    'answers without any readable log were taken for a limit and read again in ever smaller ranges',
  ],
  [
    3000019934,
    'a list with a limit showed final rows above its range when the only endpoint fell behind them',
  ],
  [3000031597, 'an endpoint that left out logs, and returned few at once, was read at every head'],
  [
    3700020133,
    'after an endpoint had gone far back, a reorganization was reported below the blocks that were read',
  ],
  [3600015468, 'a checkpoint of a failed sync passed for one of the chain whose logs are known'],
  [3600015844, 'a call that waited for a probe kept the probe from being sent'],
  [3600021740, 'after a long gap, blocks were dropped without a checkpoint that vouches for them'],
  [3600071918, 'a scan asked again and again for a range that the pool refused at once'],
  [3600071918, 'a scan requested a width without end that an endpoint had answered, and refused now'],
  [
    3600080466,
    'logs that were requested again did not count as sent apart from the head that vouches for them',
  ],
])('seed %i: %s', async (seed) => {
  await expect(simulate(seed)).resolves.toBeUndefined()
})
