import { act, renderHook, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { useLogsExport } from '../../src/hooks/useLogsExport.ts'
import type { LogRow } from '../../src/logs/Log.ts'
import { makeRow } from '../components/makeRow.ts'

const row: LogRow = makeRow(0)
const manyLogs = { length: 100_000, at: (): LogRow => row }

/** The part of the File System Access API in use: jsdom has none of it. */
function fakePicker({ size = 0 } = {}) {
  const file = { text: '', closed: false, aborted: false, removed: false }
  const decoder = new TextDecoder()
  const pick = vi.fn(async () => ({
    name: 'mine.ndjson',
    getFile: async () => ({ size }),
    createWritable: async () => ({
      write: async (bytes: Uint8Array) => {
        file.text += decoder.decode(bytes)
      },
      close: async () => {
        file.closed = true
      },
      abort: async () => {
        file.aborted = true
      },
    }),
    remove: async () => {
      file.removed = true
    },
  }))
  vi.stubGlobal('showSaveFilePicker', pick)
  return { file, pick }
}

/** Downloads as the page would start them: jsdom does not. */
function fakeDownloads() {
  const blobs: Blob[] = []
  const names: string[] = []
  vi.stubGlobal(
    'URL',
    Object.assign(class extends URL {}, {
      createObjectURL: (blob: Blob) => `blob:${blobs.push(blob)}`,
      revokeObjectURL: () => {},
    }),
  )
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  return { blobs, names }
}

const setUp = () => renderHook(() => useLogsExport(), { wrapper: StrictMode })

/** Names as a token, an event or a label may have them. */
const hostileNames = [
  '../../.ssh/config',
  'C:\\Windows\\win.ini',
  'a\u202excod\0\n\u200b',
  'USDC.exe%00.',
  'NUL',
  '語'.repeat(300),
]

describe('useLogsExport', () => {
  test.each(hostileNames)('%j as a file name stays one name in one folder', async (fileName) => {
    const { pick } = fakePicker()
    const { names } = fakeDownloads()
    const { result } = setUp()
    act(() => result.current.start({ logs: [row], format: 'csv', fileName }))
    await waitFor(() => expect(result.current.job?.status).toBe('done'))
    act(() => result.current.start({ logs: manyLogs, format: 'csv', fileName }))
    await waitFor(() => expect(result.current.job?.status).toBe('done'))
    const suggested = (pick.mock.calls as unknown as [{ suggestedName: string }][])[0]![0].suggestedName
    expect(names).toEqual([suggested])
    expect(suggested).toMatch(/^[^\p{C}\p{Default_Ignorable_Code_Point}/\\:*?"<>|%]+\.csv$/u)
    expect(suggested).not.toMatch(/^(\.|nul\.)/i)
    expect(new TextEncoder().encode(suggested).length).toBeLessThan(240)
  })

  test('saves few logs as a download, in one piece', async () => {
    const { pick } = fakePicker()
    const { blobs, names } = fakeDownloads()
    const { result } = setUp()
    act(() => result.current.start({ logs: [row, row], format: 'ndjson', fileName: 'xone' }))
    await waitFor(() => expect(result.current.job?.status).toBe('done'))
    expect(result.current.job).toEqual({ status: 'done', fileName: 'xone.ndjson', fraction: 1, written: 2 })
    expect(names).toEqual(['xone.ndjson'])
    expect(blobs).toHaveLength(1)
    expect(blobs[0]!.type).toBe('application/x-ndjson')
    expect(pick).not.toHaveBeenCalled()
    act(() => result.current.dismiss())
    expect(result.current.job).toBeUndefined()
  })

  test('prompts for a file to save many, and writes to it while reading', async () => {
    const { file } = fakePicker()
    const { result } = setUp()
    act(() => result.current.start({ logs: manyLogs, format: 'ndjson' }))
    await waitFor(() => expect(result.current.job?.status).toBe('done'))
    expect(file.closed).toBe(true)
    expect(file.aborted).toBe(false)
    expect(file.text.match(/\n/g)).toHaveLength(100_000)
    expect(result.current.job?.fileName).toBe('mine.ndjson')
  })

  test.each([
    ['a new file is removed', 0, true],
    ['a file that was there stays as it was', 7, false],
  ])('cancelled, nothing is kept: %s', async (_, size, removed) => {
    const { file } = fakePicker({ size })
    const { result } = setUp()
    act(() => result.current.start({ logs: manyLogs, format: 'ndjson' }))
    await waitFor(() => expect(result.current.job?.written).toBeGreaterThan(0))
    act(() => result.current.cancel())
    await waitFor(() => expect(result.current.job?.status).toBe('cancelled'))
    expect(file).toMatchObject({ closed: false, aborted: true, removed })
  })

  test('cancelled, no download begins', async () => {
    const { names, blobs } = fakeDownloads()
    const { result } = setUp()
    act(() => result.current.start({ logs: manyLogs, format: 'csv' }))
    await waitFor(() => expect(result.current.job?.fraction).toBeGreaterThan(0))
    act(() => result.current.cancel())
    await waitFor(() => expect(result.current.job?.status).toBe('cancelled'))
    expect([names, blobs]).toEqual([[], []])
  })

  test('stops when the component unmounts', async () => {
    const { file } = fakePicker()
    const { result, unmount } = setUp()
    act(() => result.current.start({ logs: manyLogs, format: 'ndjson' }))
    await waitFor(() => expect(result.current.job?.written).toBeGreaterThan(0))
    unmount()
    await waitFor(() => expect(file.aborted).toBe(true))
    expect(file.closed).toBe(false)
  })

  test('cancelling the file picker starts nothing', async () => {
    const { pick } = fakePicker()
    pick.mockRejectedValue(new DOMException('not now', 'AbortError'))
    const { result } = setUp()
    act(() => result.current.start({ logs: manyLogs, format: 'ndjson' }))
    await waitFor(() => expect(pick).toHaveBeenCalledOnce())
    await act(async () => {})
    expect(result.current.job).toBeUndefined()
  })

  test('downloads where a page has no file picker', async () => {
    const { pick } = fakePicker()
    pick.mockRejectedValue(new DOMException('cross origin', 'SecurityError'))
    const { names } = fakeDownloads()
    const { result } = setUp()
    act(() => result.current.start({ logs: { length: 20_001, at: () => row }, format: 'ndjson' }))
    await waitFor(() => expect(result.current.job?.status).toBe('done'))
    expect(names).toEqual(['logs.ndjson'])
  })

  test('a download that the browser has no room for fails the export: nothing is said to be saved', async () => {
    fakePicker().pick.mockRejectedValue(new DOMException('cross origin', 'SecurityError'))
    const { names } = fakeDownloads()
    const full = new DOMException('The requested file could not be read.', 'NotReadableError')
    let room = 2
    const read = vi.spyOn(Blob.prototype, 'arrayBuffer')
    read.mockImplementation(() => (room-- > 0 ? Promise.resolve(new ArrayBuffer(1)) : Promise.reject(full)))
    const { result } = setUp()
    act(() => result.current.start({ logs: manyLogs, format: 'csv' }))
    await waitFor(() => expect(result.current.job?.status).toBe('failed'))
    expect(result.current.job?.error).toMatchObject({ name: 'StorageError', kind: 'download', cause: full })
    expect(result.current.job!.fraction).toBeLessThan(1)
    expect(names).toEqual([])
  })

  test('a chosen file that cannot be written fails the export: nothing is saved elsewhere', async () => {
    const { pick } = fakePicker()
    const { names } = fakeDownloads()
    const locked = new DOMException('The file is locked.', 'NoModificationAllowedError')
    const createWritable = () => Promise.reject(locked)
    pick.mockImplementation(async () => ({ ...(await fakePicker().pick()), createWritable }))
    const { result } = setUp()
    act(() => result.current.start({ logs: manyLogs, format: 'ndjson' }))
    await waitFor(() => expect(result.current.job?.status).toBe('failed'))
    expect(result.current.job?.error?.message).toContain('The file is locked.')
    expect(names).toEqual([])
  })

  test('reports why it failed, and keeps nothing', async () => {
    const { names } = fakeDownloads()
    const { result } = setUp()
    act(() => result.current.start({ logs: [{ ...row, blockNumber: 2n ** 64n }], format: 'parquet' }))
    await waitFor(() => expect(result.current.job?.status).toBe('failed'))
    expect(result.current.job?.error?.message).toContain('Parquet cannot hold')
    expect(names).toEqual([])
  })
})
