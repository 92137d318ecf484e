import { create, type ThemeVars } from 'storybook/theming'

const fontBase =
  "ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
const fontCode = "ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace"

/** Three bars of a histogram, the last one still growing. */
const logo = (text: string, accent: string) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="132" height="32" viewBox="0 0 132 32">
      <rect x="2" y="16" width="6" height="12" rx="1.5" fill="${accent}"/>
      <rect x="11" y="6" width="6" height="22" rx="1.5" fill="${accent}"/>
      <rect x="20" y="11" width="6" height="17" rx="1.5" fill="${accent}" opacity="0.45"/>
      <text x="36" y="24" font-family="ui-sans-serif, system-ui, sans-serif" font-size="22" font-weight="650" letter-spacing="-0.5" fill="${text}">topic<tspan fill="${accent}">0</tspan></text>
    </svg>`,
  )}`

/** The colors of the components, for the pages around them: those of `src/components/ui/base.css`. */
export const lightTheme: ThemeVars = create({
  base: 'light',
  brandTitle: 'topic0',
  brandUrl: './',
  brandTarget: '_self',
  brandImage: logo('#171a21', '#4353d6'),
  fontBase,
  fontCode,
  colorPrimary: '#4353d6',
  colorSecondary: '#4353d6',
  appBg: '#f6f7f9',
  appContentBg: '#ffffff',
  appPreviewBg: '#ffffff',
  appBorderColor: '#e2e5ea',
  appBorderRadius: 8,
  textColor: '#171a21',
  textMutedColor: '#5a6372',
  barBg: '#ffffff',
  barTextColor: '#5a6372',
  barSelectedColor: '#4353d6',
  barHoverColor: '#4353d6',
  inputBg: '#ffffff',
  inputBorder: '#868f9c',
  inputTextColor: '#171a21',
  inputBorderRadius: 6,
})

export const darkTheme: ThemeVars = create({
  base: 'dark',
  brandTitle: 'topic0',
  brandUrl: './',
  brandTarget: '_self',
  brandImage: logo('#e7e9ee', '#98a5ff'),
  fontBase,
  fontCode,
  colorPrimary: '#98a5ff',
  colorSecondary: '#98a5ff',
  appBg: '#0b0d10',
  appContentBg: '#101216',
  appPreviewBg: '#101216',
  appBorderColor: '#2a2f39',
  appBorderRadius: 8,
  textColor: '#e7e9ee',
  textMutedColor: '#9ba4b3',
  barBg: '#101216',
  barTextColor: '#9ba4b3',
  barSelectedColor: '#98a5ff',
  barHoverColor: '#98a5ff',
  inputBg: '#171a20',
  inputBorder: '#6b7483',
  inputTextColor: '#e7e9ee',
  inputBorderRadius: 6,
})

/** The theme that the browser prefers. */
export const preferredTheme = (): ThemeVars =>
  globalThis.matchMedia?.('(prefers-color-scheme: dark)').matches ? darkTheme : lightTheme
