'use client'
import { createContext } from 'react'

/** The texts that replace English ones, of any component. */
export const StringsContext = /* @__PURE__ */ createContext<object>({})
