'use client'
import { useEffect, useRef } from 'react'
import type { AddressKeys } from './AddressStores.ts'
import type { Lookups } from './useLookups.ts'

/** Looks up the addresses that are shown. */
export function useShownAddresses(keys: AddressKeys, lookups: Lookups): void {
  const latest = useRef(lookups)
  useEffect(() => {
    latest.current = lookups
  })
  // As text, to compare them by value: the sets are new on each render.
  const labels = lookups.resolveLabel ? [...keys.labels].join(' ') : ''
  const tokens = lookups.resolveToken ? [...keys.tokens].join(' ') : ''
  const { stores } = lookups
  useEffect(() => {
    stores?.lookUpOnly({ labels: setOf(labels), tokens: setOf(tokens) }, latest.current)
  }, [labels, tokens, stores])
  useEffect(() => () => stores?.stop(), [stores])
}

const setOf = (keys: string) => new Set(keys === '' ? [] : keys.split(' '))
