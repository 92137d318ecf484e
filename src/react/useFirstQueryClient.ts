'use client'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useState } from 'react'

/** The first client, as react-query's hooks keep theirs: a provider has another one after its module was reloaded. */
export function useFirstQueryClient(): QueryClient {
  return useState(useQueryClient())[0]
}
