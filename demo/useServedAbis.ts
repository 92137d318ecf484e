'use client'
import { useEffect, useState } from 'react'
import type { ExplorerAbi } from '../src/widget/session/ExplorerAbi.ts'

/** The ABIs that a local server keeps current: the `abis` of an explorer. `url` is the server's event stream. */
export function useServedAbis(url: string | undefined): readonly ExplorerAbi[] {
  const [abis, setAbis] = useState(none)
  useEffect(() => {
    if (url === undefined) return
    const source = new EventSource(url)
    source.onmessage = ({ data }: MessageEvent<string>) => setAbis(JSON.parse(data) as typeof none)
    return () => source.close()
  }, [url])
  return abis
}

const none: readonly ExplorerAbi[] = []
