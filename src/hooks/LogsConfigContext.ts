'use client'
import { createContext } from 'react'
import type { LogsConfig } from '../query/createLogsConfig.ts'

export const LogsConfigContext = createContext<LogsConfig | undefined>(undefined)
