export { createTestLogs } from './testing/createTestLogs.ts'
export type { CreateTestLogsOptions, TestLogArgs } from './testing/createTestLogs.ts'
export { createTestNetwork } from './testing/createTestNetwork.ts'
export type {
  CreateTestNetworkParameters,
  TestLog,
  TestNetwork,
  TestRequest,
} from './testing/createTestNetwork.ts'
export type { FailOptions } from './testing/nodeFailures.ts'
