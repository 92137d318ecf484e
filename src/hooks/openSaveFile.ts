/** A file that is being written. */
export interface SaveFile {
  readonly name: string
  /** Takes the bytes: they are gone from memory once they are written. */
  readonly write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>
  /** The file is whole: it is kept. */
  readonly close: () => Promise<void>
  /** Nothing of it is kept. */
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
  /** Asks where to save it, where browsers can, so that it goes to the disk while it is written. Needs a click. */
  ask: boolean
}

// Handed to the browser at this size: it keeps large blobs on the disk, not in memory.
const blobBytes = 8 * 1024 * 1024

/**
 * Opens a file to save to: one the user chooses, or else a download.
 *
 * @throws a `DOMException` named `AbortError` when the user does not choose one.
 */
export async function openSaveFile({ name, type, ask }: OpenSaveFileOptions): Promise<SaveFile> {
  const { showSaveFilePicker: pick } = globalThis as { showSaveFilePicker?: Picker }
  if (ask && pick) {
    try {
      return await openHandle(await pick({ suggestedName: name }))
    } catch (error) {
      // Frames of other sites may not ask: they can download.
      if (!(error instanceof DOMException) || error.name === 'AbortError') throw error
    }
  }
  return openDownload(name, type)
}

async function openHandle(handle: Handle): Promise<SaveFile> {
  // One that was there before keeps what it held unless the new one becomes whole.
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
  const seal = () => {
    whole.push(new Blob(parts))
    parts.forEach(release)
    parts = []
    size = 0
  }
  return {
    name,
    async write(bytes) {
      parts.push(bytes)
      size += bytes.byteLength
      if (size >= blobBytes) seal()
    },
    async close() {
      seal()
      const url = URL.createObjectURL(new Blob(whole, { type }))
      const link = document.createElement('a')
      link.href = url
      link.download = name
      link.click()
      // The download has its own hold on the data once it began.
      setTimeout(() => URL.revokeObjectURL(url), 60_000)
    },
    async discard() {
      whole = []
      parts = []
    },
  }
}

/** Gives memory back at once, where browsers can: left as garbage, hundreds of megabytes of it would gather. */
function release({ buffer }: Uint8Array<ArrayBuffer>): void {
  ;(buffer as { transfer?: (length: number) => ArrayBuffer }).transfer?.(0)
}
