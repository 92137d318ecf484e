import { StorageError } from '../errors/StorageError.ts'

/** A file that is being written. */
export interface SaveFile {
  readonly name: string
  /** Writes the bytes, and then frees their memory: do not use them afterwards. */
  readonly write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>
  /** Finishes the file. */
  readonly close: () => Promise<void>
  /** Deletes what was written. */
  readonly discard: () => Promise<void>
}

interface Handle {
  readonly name: string
  getFile(): Promise<File>
  createWritable(): Promise<FileSystemWritableFileStream>
  remove?: () => Promise<void>
}

type Picker = (options: { suggestedName: string }) => Promise<Handle>

export interface OpenSaveFileOptions {
  name: string
  /** MIME type. */
  type: string
  /** Asks the user where to save, if the browser can, so that data goes straight to disk. Needs a user gesture. */
  ask: boolean
}

// Data is collected in blobs of this size: browsers keep large blobs on disk, not in memory.
const blobBytes = 8 * 1024 * 1024

/**
 * Opens a file to save to: one the user chooses, or else a download. `undefined` when the user closes the file picker.
 *
 * @throws a `DOMException` when the chosen file cannot be written: nothing is saved elsewhere then. Writing a download throws a
 * {@link StorageError} when the browser has no room for it.
 */
export async function openSaveFile({ name, type, ask }: OpenSaveFileOptions): Promise<SaveFile | undefined> {
  const { showSaveFilePicker: pick } = globalThis as { showSaveFilePicker?: Picker }
  if (!ask || !pick) return openDownload(name, type)
  let handle: Handle
  try {
    handle = await pick({ suggestedName: name })
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    // Cross-origin frames may not open the file picker, but may download.
    return error.name === 'AbortError' ? undefined : openDownload(name, type)
  }
  return openHandle(handle)
}

async function openHandle(handle: Handle): Promise<SaveFile> {
  // An existing file keeps its content unless the new one is finished.
  const isNew = (await handle.getFile()).size === 0
  const stream = await handle.createWritable()
  return {
    name: handle.name,
    async write(bytes) {
      await stream.write(bytes)
      release(bytes)
    },
    close: () => stream.close(),
    async discard() {
      await stream.abort()
      if (isNew) await handle.remove?.()
    },
  }
}

function openDownload(name: string, type: string): SaveFile {
  let whole: Blob[] = []
  let parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  const seal = async () => {
    const blob = new Blob(parts)
    parts.forEach(release)
    parts = []
    size = 0
    await checkReadable(blob)
    whole.push(blob)
  }
  return {
    name,
    async write(bytes) {
      parts.push(bytes)
      size += bytes.byteLength
      if (size >= blobBytes) await seal()
    },
    async close() {
      await seal()
      const url = URL.createObjectURL(new Blob(whole, { type }))
      const link = document.createElement('a')
      link.href = url
      link.download = name
      link.click()
      // A download that has started no longer needs the URL.
      setTimeout(() => URL.revokeObjectURL(url), 60_000)
    },
    async discard() {
      whole = []
      parts = []
    },
  }
}

/** Browsers make a blob that they have no room for, and fail only when it is read: the download would be cancelled. */
async function checkReadable(blob: Blob): Promise<void> {
  try {
    await blob.slice(0, 1).arrayBuffer()
  } catch (cause) {
    throw new StorageError('download', 'The browser has no room for a download of this size.', {
      advice:
        'Export fewer logs or columns, or as Parquet, which is smaller. Private windows have less room.',
      cause,
    })
  }
}

/** Frees memory at once, if the browser can: hundreds of megabytes could pile up before garbage collection. */
function release({ buffer }: Uint8Array<ArrayBuffer>): void {
  ;(buffer as { transfer?: (length: number) => ArrayBuffer }).transfer?.(0)
}
