import { writeSync } from 'node:fs'
import { packLogs } from '../../src/logs/columns/packLogs.ts'
import { fileBudget } from '../../src/node/fileBudget.ts'
import { fileStorage } from '../../src/node/fileStorage.ts'
import { DailyBudget } from '../../src/rpc/DailyBudget.ts'
import { startFakeNode } from './startFakeNode.ts'

/** The process that a test starts, and may kill: prints what has been stored, line by line. */
const [folder = '', what = '', first = '0'] = process.argv.slice(2)
const network = { id: 3721, name: 'Xone' }

async function writeRecords() {
  const { chain } = startFakeNode({ blocks: 100, logsPerBlock: 4 })
  const filter = { address: undefined, topics: [] }
  const storage = fileStorage(folder)
  for (let block = BigInt(first); ; block++) {
    const shown = block % 100n
    const logs = chain.logs({}, shown, shown).map((log) => ({ ...log, blockNumber: block }))
    const key = { chainId: network.id, filter, range: { from: block, to: block } }
    await storage.write([{ key, segment: packLogs(logs), replaces: [] }])
    writeSync(1, `${block}\n`)
  }
}

function spend(quota: number | undefined) {
  const budget = new DailyBudget({ network, quota, storage: fileBudget(folder), channel: null })
  try {
    for (let calls = 1; ; calls++) {
      budget.spend(1)
      writeSync(1, `${calls}\n`)
    }
  } catch (error) {
    writeSync(2, (error as Error).name)
  }
}

if (what === 'records') void writeRecords()
else spend(what === 'quota' ? Number(first) : undefined)
