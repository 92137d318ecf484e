'use client'
import { useEffect } from 'react'
import { useLatest } from '../../react/useLatest.ts'
import { AddressCollector } from './AddressCollector.ts'
import type { Lookups } from './useLookups.ts'

/** Looks up the addresses that are shown. `collect` is called only if there is a resolver. */
export function useShownAddresses(lookups: Lookups, collect: (addresses: AddressCollector) => void): void {
  const latest = useLatest(lookups)
  const { stores, resolveLabel, resolveToken } = lookups
  const addresses = new AddressCollector(lookups)
  if (resolveLabel || resolveToken) collect(addresses)
  // As text, to compare them by value: the sets are new on each render.
  const labels = resolveLabel ? [...addresses.labels].join(' ') : ''
  const tokens = resolveToken ? [...addresses.tokens].join(' ') : ''
  useEffect(() => {
    stores?.lookUpOnly({ labels: setOf(labels), tokens: setOf(tokens) }, latest.current)
  }, [labels, tokens, stores, latest])
  useEffect(() => () => stores?.stop(), [stores])
}

const setOf = (keys: string) => new Set(keys === '' ? [] : keys.split(' '))
