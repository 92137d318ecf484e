export { takeTurn } from '../rpc/takeTurn.ts'
