import { beforeAll } from 'vitest'

// Loads the chunks that tests need before these run: on a busy machine, loading takes longer than a test may wait. A `lazyModule`
// still starts unloaded, so that tests see that state too.
// oxlint-disable-next-line no-empty-pattern -- Vitest wants a pattern here.
beforeAll(async ({}, { file }) => {
  const [, folder] = /\/test\/(hooks|query|widget|devtools|readme|testing)\//.exec(file.filepath) ?? []
  if (!folder) return
  await Promise.all([
    import('../../src/query/engine.ts'),
    import('../../src/query/chainReads.ts'),
    import('../../src/logs/archive/Archive.ts'),
    import('../../src/logs/export/exportLogs.ts'),
    import('../../src/logs/export/ParquetLogWriter.ts'),
    (folder === 'widget' || folder === 'readme') && import('../../src/widget/panels/panels.ts'),
  ])
})
