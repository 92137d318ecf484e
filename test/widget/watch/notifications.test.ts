import { expect, test, vi } from 'vitest'
import { playSound } from '../../../src/widget/watch/notifications.ts'

test('sounds that waited for a click play once, and then the audio device rests', async () => {
  const audio: FakeAudio[] = []
  const notes: Note[] = []
  /** Does not start before a click. */
  class FakeAudio {
    readonly currentTime = 0
    readonly destination = {}
    readonly waiting: (() => void)[] = []
    readonly suspend = vi.fn(() => Promise.resolve())
    constructor() {
      audio.push(this)
    }
    resume() {
      return new Promise<void>((resolve) => this.waiting.push(resolve))
    }
  }
  class Note extends EventTarget {
    readonly gain = { setValueAtTime() {}, exponentialRampToValueAtTime() {} }
    connect = (next: unknown) => next
    start = () => void notes.push(this)
    stop() {}
  }
  vi.stubGlobal('AudioContext', FakeAudio)
  vi.stubGlobal('OscillatorNode', Note)
  vi.stubGlobal('GainNode', Note)
  const sounds = [playSound(), playSound(), playSound()]
  expect(notes).toEqual([])
  for (const start of audio[0]!.waiting) start()
  await Promise.all(sounds)
  expect(notes).toHaveLength(2)
  expect(audio).toHaveLength(1)
  notes[1]!.dispatchEvent(new Event('ended'))
  expect(audio[0]!.suspend).toHaveBeenCalledOnce()
})
