import { version } from 'react'

/**
 * Makes an element inert. React 18 does not know `inert` and passes only strings; React 19 treats an empty string as
 * false.
 */
export const inertProps = { inert: (Number.parseInt(version, 10) >= 19 ? true : '') as true }
