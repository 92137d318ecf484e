/** Whether this page can show notifications. The permission is requested only on a click. */
export type NotificationSupport = 'unsupported' | 'blocked' | 'possible' | 'allowed'

export function notificationSupport(): NotificationSupport {
  if (typeof Notification === 'undefined') return 'unsupported'
  if (Notification.permission === 'granted') return 'allowed'
  return Notification.permission === 'denied' ? 'blocked' : 'possible'
}

/** Shows a notification, which replaces the last one with the same tag. */
export function showNotification(
  title: string,
  { onClick, ...options }: NotificationOptions & { onClick: () => void },
): void {
  if (notificationSupport() !== 'allowed') return
  try {
    const notification = new Notification(title, options)
    notification.addEventListener('click', () => {
      window.focus()
      notification.close()
      onClick()
    })
  } catch {
    // Android allows notifications only from service workers. Badges still work.
  }
}

let audio: AudioContext | undefined
/** Counts the sounds. */
let sounds = 0

/** Plays two short notes. Browsers wait until the user has clicked on the page: of the sounds until then, only the last one plays. */
export async function playSound(): Promise<void> {
  if (typeof AudioContext === 'undefined') return
  const context = (audio ??= new AudioContext())
  const sound = ++sounds
  await context.resume()
  if (sound !== sounds) return
  const { currentTime, destination } = context
  for (const [at, frequency] of [660, 880].entries()) {
    const start = currentTime + at * 0.14
    const note = new OscillatorNode(context, { frequency })
    const gain = new GainNode(context, { gain: 0 })
    gain.gain.setValueAtTime(0.12, start)
    gain.gain.exponentialRampToValueAtTime(0.001, start + 0.3)
    note.connect(gain).connect(destination)
    note.start(start)
    note.stop(start + 0.3)
    if (at === 0) continue
    // A running audio context keeps the device busy.
    note.addEventListener('ended', () => {
      if (sound === sounds) void context.suspend()
    })
  }
}
