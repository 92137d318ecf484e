import { logId } from '../../../src/logs/order.ts'
import { check } from './check.ts'
import { drawSubject } from './drawSubject.ts'
import { FollowWatch } from './FollowWatch.ts'
import type { FollowWorld } from './FollowWorld.ts'
import type { Subject } from './Subject.ts'
import type { World } from './world.ts'

/** A subject that follows the head, with its listeners. */
export class Followed {
  readonly #world: World
  readonly #shown: FollowWorld
  readonly subject: Subject
  #watch: FollowWatch
  #stop: (() => void)[] = []
  #isPaused = false
  #error: Error | undefined

  constructor(shown: FollowWorld) {
    this.#shown = shown
    this.#world = shown.world
    this.subject = drawSubject(shown.world)
    this.#watch = new FollowWatch(shown, this.subject)
    shown.world.note(this.subject.words)
    // The follower must not swallow a consumer's error.
    this.subject.onChange((change) =>
      this.#try(() => {
        this.#watch.change(change)
        this.#checkList()
      }),
    )
  }

  get isSilent(): boolean {
    return this.#isPaused || this.#stop.length === 0
  }

  listen(): void {
    const stop = this.subject.subscribe(() =>
      this.#try(() => {
        check(this.#stop.length > 0, 'it notified a listener that had left')
        this.#watch.state(this.subject.report())
      }),
    )
    this.#stop.push(stop)
  }

  /** Pauses, resumes, subscribes or leaves. */
  change(): void {
    const { random } = this.#world
    const { forgets, pause } = this.subject
    if (pause && (!forgets || this.#stop.length > 0) && random() < 0.5) {
      this.#isPaused = !this.#isPaused
      this.#world.note(this.#isPaused ? 'paused' : 'resumed')
      if (this.#isPaused) pause()
      else this.subject.resume()
    } else if (this.#stop.length > 0 && random() < 0.7) {
      this.#world.note('a listener leaves')
      this.#leave()
    } else {
      this.#world.note('a listener comes')
      this.listen()
    }
  }

  settle(): void {
    this.#isPaused = false
    this.subject.resume()
    if (this.#stop.length === 0) this.listen()
  }

  settled(): void {
    this.#try(() => this.#watch.settled(this.subject.report()))
    this.throwFirst()
  }

  leave(): void {
    while (this.#stop.length > 0) this.#leave()
  }

  throwFirst(): void {
    const cause = this.#error
    if (cause) throw new Error(`${cause.message}\n  by ${this.subject.words}`, { cause })
  }

  #leave(): void {
    this.#stop.pop()?.()
    if (this.#stop.length > 0 || !this.subject.forgets) return
    this.#isPaused = false
    this.#watch = new FollowWatch(this.#shown, this.subject)
  }

  /** A subject's own list must equal the sum of its changes. */
  #checkList(): void {
    const { logs } = this.subject.report()
    if (!logs) return
    const { ids } = this.#watch
    check(
      logs.length === ids.length && logs.every((log, at) => logId(log) === ids[at]),
      `its list of ${logs.length} logs is not what its changes add up to, which are ${ids.length}`,
    )
  }

  #try(run: () => void): void {
    try {
      run()
    } catch (error) {
      this.#error ??= error as Error
    }
  }
}
