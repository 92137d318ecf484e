'use client'
import { createContext } from 'react'
import { english } from './english.ts'
import type { Strings } from './strings.ts'

export const StringsContext = /* @__PURE__ */ createContext<Strings>(english)
