import type { Preview } from '@storybook/react-vite'
import '../src/styles.css'
import './preview.css'

const preview: Preview = {
  tags: ['autodocs'],
  initialGlobals: { theme: 'light' },
  globalTypes: {
    theme: {
      description: 'Colours of the components',
      toolbar: {
        title: 'Theme',
        icon: 'mirror',
        dynamicTitle: true,
        items: [
          { value: 'light', title: 'Light' },
          { value: 'dark', title: 'Dark' },
          { value: 'system', title: 'System' },
        ],
      },
    },
  },
  parameters: {
    layout: 'fullscreen',
    a11y: { test: 'error' },
    controls: { expanded: true },
    options: { storySort: { order: ['Theming', 'LogTable', 'LogDetails', 'FilterBuilder'] } },
  },
  decorators: [
    (Story, { globals, parameters }) => {
      const theme: unknown = globals['theme']
      const width: unknown = parameters['width']
      return (
        <div
          className="story"
          data-topic0-theme={theme === 'light' || theme === 'dark' ? theme : undefined}
          style={typeof width === 'number' ? { inlineSize: width } : undefined}
        >
          <Story />
        </div>
      )
    },
  ],
}

export default preview
