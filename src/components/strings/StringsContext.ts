'use client'
import { createContext } from 'react'

/** The words replaced here, of any component. */
export const StringsContext = /* @__PURE__ */ createContext<object>({})
