'use client'
import { createContext } from 'react'
import type { LogsConfig } from '../query/LogsConfig.ts'

export const LogsConfigContext = createContext<LogsConfig | undefined>(undefined)
