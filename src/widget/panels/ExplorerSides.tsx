'use client'
import { useEffect, useMemo, useRef, useState, type ComponentProps, type RefObject } from 'react'
import type { LogNeighbors } from '../../components/LogTable/model/LogNeighbors.ts'
import { createScrollLink } from '../../components/LogTable/model/ScrollLink.ts'
import type { ComparedQueryProps } from '../compare/ComparedQuery.tsx'
import { overBlocksOf } from '../compare/overBlocksOf.ts'
import type { ExplorerSession } from '../session/useExplorerSession.ts'
import { ExplorerMain } from './ExplorerMain.tsx'
import { LazyCompareBar, LazyCompared } from './LazyPanels.tsx'
import { useLazyPanels } from './useLazyPanels.tsx'

type MainProps = ComponentProps<typeof ExplorerMain>

interface ExplorerSidesProps extends Omit<
  MainProps,
  'isSecond' | 'secondExporter' | 'onNeighbors' | 'scrollLink' | 'session' | 'chartId'
> {
  session: ExplorerSession
  id: string
  options: ComparedQueryProps['options']
  /** Called with the neighbors of the selected log, in whichever table it is. */
  onNeighbors: (neighbors: LogNeighbors | undefined) => void
  secondSession: RefObject<ExplorerSession | null>
}

/** The result of the query, and while two are compared, of the second one. */
export function ExplorerSides(props: ExplorerSidesProps) {
  const { id, options, onNeighbors, secondSession, ...main } = props
  const { session, contracts } = main
  const { query, selected, isSecondSelected, select } = session
  const [scrollLink] = useState(createScrollLink)
  const secondResult = useRef<HTMLElement>(null)
  const { panels } = useLazyPanels()
  // Closing the second query does not cancel its export.
  const secondExporter = useMemo(() => panels?.createLogsExporter(), [panels])
  useEffect(() => secondExporter?.cancel, [secondExporter])
  const compared = query && session.compared ? { query, compared: session.compared } : undefined
  return (
    <div className="topic0-log-explorer-sides" data-compared={compared !== undefined}>
      <div className="topic0-log-explorer-side">
        {compared && (
          <LazyCompareBar
            {...{ query: compared.query, contracts }}
            onClose={() => session.swap(overBlocksOf(compared.compared, compared.query), null)}
          />
        )}
        <ExplorerMain
          {...{ ...main, session, secondExporter }}
          scrollLink={compared && scrollLink}
          chartId={`${id}chart`}
          onNeighbors={isSecondSelected ? undefined : onNeighbors}
        />
      </div>
      {compared && (
        <div className="topic0-log-explorer-side">
          <LazyCompared
            {...compared}
            {...{ first: session, options, contracts }}
            sessionRef={secondSession}
            selected={isSecondSelected ? selected : undefined}
            onSelect={(log) => select(log, true)}
          >
            {(second) => (
              <ExplorerMain
                {...main}
                {...{
                  session: second,
                  secondExporter,
                  scrollLink,
                  urlState: false,
                  isFormer: false,
                  isSecond: true,
                }}
                chartId={`${id}chart2`}
                resultRef={secondResult}
                onNeighbors={isSecondSelected ? onNeighbors : undefined}
              />
            )}
          </LazyCompared>
        </div>
      )}
    </div>
  )
}
