// Panels that are opened by the user, in one chunk. Use `useLazyPanels`, so that it stays one.
export { AddressBook } from '../../components/AddressBook/AddressBook.tsx'
export { LogGroups } from '../../components/LogGroups/LogGroups.tsx'
export { QueryCode } from '../../components/QueryCode/QueryCode.tsx'
export { ExplorerRequests } from './ExplorerRequests.tsx'
export { ExplorerDetails } from './ExplorerDetails.tsx'
export { ExplorerSearch } from '../search/ExplorerSearch.tsx'
