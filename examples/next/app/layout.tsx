import type { ReactNode } from 'react'
import { Providers } from './Providers'
import 'topic0/styles.css'

export const metadata = { title: 'Transfers', icons: 'data:,' }

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <Providers>{children}</Providers>
      </body>
    </html>
  )
}
