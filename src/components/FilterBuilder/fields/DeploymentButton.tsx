'use client'
import { useEffect, useRef, useState } from 'react'
import type { Address } from 'viem'
import { earlier } from '../../../logs/intervals.ts'
import { useLatest } from '../../../react/useLatest.ts'
import { errorLine } from '../../strings/errorWords.ts'
import { useStrings } from '../../strings/useStrings.ts'
import { filterStrings } from '../draft/filterStrings.ts'

/** Finds the block in which a contract was deployed. */
export type FindDeployment = (address: Address, options: { signal: AbortSignal }) => Promise<bigint>

interface DeploymentButtonProps {
  addresses: readonly Address[]
  find: FindDeployment
  /** Called with the first block in which any of the contracts existed. */
  onFound: (block: bigint) => void
}

/** Finds the block in which the contracts were deployed, or shows why it cannot be found. */
export function DeploymentButton({ addresses, find, onFound }: DeploymentButtonProps) {
  const strings = useStrings(filterStrings)
  const [state, setState] = useState<'idle' | 'busy' | Error>('idle')
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])
  // The form may change during a lookup.
  const latest = useLatest(onFound)

  async function run() {
    const search = (controller.current = new AbortController())
    const { signal } = search
    setState('busy')
    try {
      const blocks = await Promise.all(addresses.map((address) => find(address, { signal })))
      if (signal.aborted) return
      setState('idle')
      latest.current(blocks.reduce(earlier))
    } catch (error) {
      if (signal.aborted) return
      setState(error instanceof Error ? error : new Error(String(error)))
      // The blocks of the other contracts are of no use.
      search.abort()
    }
  }

  return (
    <>
      <button
        type="button"
        className="topic0-pill"
        aria-disabled={state === 'busy'}
        title={strings.sinceDeploymentHelp}
        onClick={() => state !== 'busy' && void run()}
      >
        {state === 'busy' ? strings.findingBlock : strings.sinceDeployment}
      </button>
      <output className="topic0-field-issue">{state instanceof Error && errorLine(state, strings)}</output>
    </>
  )
}
