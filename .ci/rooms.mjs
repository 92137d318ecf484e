// Checks the folders of `src`, called rooms: each imports only rooms listed before it, only src/cli and src/node import modules
// of Node, no file is in an import circle (type imports included), and no room is too large.
import { readFileSync, readdirSync } from 'node:fs'
import { posix } from 'node:path'

/** Each room may import those listed before it in its layer. `.oxlintrc.json` keeps the directions between layers. */
const rooms = `
errors
base
rpc/networks  rpc  rpc/classify  rpc/http  rpc/socket  rpc/endpoint  rpc/scheduler  rpc/pool
logs  logs/filter  logs/filter/formats  logs/columns  logs/decode  logs/list  logs/chain  logs/analyze  logs/cache  logs/parquet  logs/archive
logs/scan/read  logs/scan/chunks  logs/scan  logs/scan/estimate
logs/follow/head  logs/follow  logs/follow/filter  logs/snapshot  logs/lookup  logs/export
node/archive  node
query
testing
react
hooks
strings
components/strings  components/ui  components/values  components/status
components/LogTable/model  components/LogTable/scroll  components/LogTable/columns  components/LogTable/order
components/LogTable/cells  components/LogTable/menus  components/LogTable/rows  components/LogTable
components/FilterBuilder/draft  components/FilterBuilder/fields  components/FilterBuilder  components/AddressBook
components/LogDetails  components/RequestLog  components/LogGroups  components/BlockHistogram  components/ExportMenu  components/ScanEstimate
components/QueryCode  components/locales
widget/settings  widget/link  widget/session  widget/watch  widget/compare  widget/search  widget/panels  widget  widget/element  widget/embed  widget/local
devtools
cli/options  cli
`
  .trim()
  .split(/\s+/)

const maxFiles = 30

/** Everything else runs in browsers, too. */
const nodeOnly = /^(cli|node)(\/|\.ts$)/

const imports = /(?:\bfrom\s*|\bimport\s*\(?\s*)(['"])(\.[^'"]+\.tsx?)\1/g

/** What is wrong with the rooms below `src`, one sentence each. */
export function checkRooms(root = '.') {
  const files = readdirSync(posix.join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.tsx?$/.test(file))
    .sort()
  const found = []
  const used = new Map(
    files.map((file) => {
      const text = readFileSync(posix.join(root, 'src', file), 'utf8')
      if (!nodeOnly.test(file) && /\b(?:from|import)\s*\(?\s*['"]node:/.test(text))
        found.push(`${file} imports a module of Node: only src/cli and src/node may.`)
      return [
        file,
        [...text.matchAll(imports)].map(([, , path]) => posix.join(posix.dirname(file), path ?? '')),
      ]
    }),
  )
  const sizes = new Map()
  for (const [file, targets] of used) {
    const room = posix.dirname(file)
    if (room === '.') continue
    sizes.set(room, (sizes.get(room) ?? 0) + 1)
    if (!rooms.includes(room)) found.push(`${file} is in a room that .ci/rooms.mjs does not list.`)
    for (const target of targets) {
      const other = posix.dirname(target)
      const isSameLayer = other.split('/')[0] === room.split('/')[0]
      if (isSameLayer && rooms.indexOf(other) > rooms.indexOf(room))
        found.push(`${file} imports ${target}, which is in a room below it.`)
    }
  }
  for (const [room, size] of sizes)
    if (size > maxFiles) found.push(`${room} has ${size} files: at most ${maxFiles} fit a room.`)
  for (const circle of circlesOf(used))
    found.push(`These import each other in a circle: ${circle.join(', ')}.`)
  return found
}

/** Groups of files that reach each other (Tarjan's strongly connected components). */
function circlesOf(used) {
  const circles = []
  const stack = []
  const index = new Map()
  const low = new Map()
  const visit = (file) => {
    index.set(file, index.size)
    low.set(file, index.get(file))
    stack.push(file)
    for (const next of used.get(file) ?? []) {
      if (!used.has(next)) continue
      if (!index.has(next)) visit(next)
      if (stack.includes(next)) low.set(file, Math.min(low.get(file), low.get(next)))
    }
    if (low.get(file) !== index.get(file)) return
    const circle = stack.splice(stack.indexOf(file))
    if (circle.length > 1) circles.push(circle)
  }
  for (const file of used.keys()) if (!index.has(file)) visit(file)
  return circles
}

if (import.meta.main ?? process.argv[1]?.endsWith('rooms.mjs')) {
  const found = checkRooms()
  for (const line of found) console.error(line)
  process.exitCode = found.length > 0 ? 1 : 0
}
