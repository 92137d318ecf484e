'use client'
import { createContext } from 'react'

/** The replaced texts, of any component. */
export const StringsContext = /* @__PURE__ */ createContext<object>({})
