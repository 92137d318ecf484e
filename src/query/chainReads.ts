// Code that reads more than logs from the chain. Load it with `lazyChainReads` only, so that it stays one chunk.
export { findBlockByTime } from '../logs/chain/findBlockByTime.ts'
export { findDeployment } from '../logs/chain/findDeployment.ts'
export { readBlockTimestamp } from '../logs/chain/readBlockTimestamp.ts'
export { findImplementation } from '../logs/lookup/findImplementation.ts'
export { readTokenUnits } from '../logs/lookup/readTokenUnits.ts'
export { readTransaction, requestTransaction } from '../logs/lookup/readTransaction.ts'
export { readData } from '../logs/chain/readData.ts'
export { planScan } from '../logs/scan/estimate/planScan.ts'
