// `node typeErrors.mjs nodenext nodenext explorer.tsx …`: prints the type errors of the files, and of the package's declarations. Those
// of other packages are not checked: they have errors of their own, and take much longer.
import ts from 'typescript'

const [module, moduleResolution, ...files] = process.argv.slice(2)
const { options, errors } = ts.convertCompilerOptionsFromJson(
  {
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable'],
    jsx: 'react-jsx',
    types: [],
    module,
    moduleResolution,
    strict: true,
    noEmit: true,
    skipLibCheck: false,
  },
  '.',
)
const program = ts.createProgram(files, options)
const checked = program
  .getSourceFiles()
  .filter(({ fileName }) => !/node_modules\/(?!topic0\/)/.test(fileName))
const found = [
  ...errors,
  ...program.getOptionsDiagnostics(),
  ...program.getGlobalDiagnostics(),
  ...checked.flatMap((file) => [
    ...program.getSyntacticDiagnostics(file),
    ...program.getSemanticDiagnostics(file),
  ]),
]
const host = { getCurrentDirectory: () => '.', getCanonicalFileName: (name) => name, getNewLine: () => '\n' }
console.log(
  JSON.stringify({ checked: checked.length, errors: found.map((one) => ts.formatDiagnostic(one, host)) }),
)
