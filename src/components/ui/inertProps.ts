import { version } from 'react'

/** Makes an element inert. React 18 knows no `inert` and passes on strings only; for React 19, an empty string is false. */
export const inertProps = { inert: (Number.parseInt(version, 10) >= 19 ? true : '') as true }
