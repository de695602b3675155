// How often a server that died is started again: with growing pauses, and not for ever.

export const MOST = 5, WITHIN_MS = 180_000, FIRST_PAUSE_MS = 250, LONGEST_PAUSE_MS = 8_000;   // chosen by hand, not measured

export class Restarts {
  private deaths: number[] = [];

  constructor(private readonly firstPause = FIRST_PAUSE_MS) {}

  /** A death at `now`: how long to wait before the next start, undefined when it is enough. */
  died(now: number): number | undefined {
    this.deaths = [...this.deaths.filter(at => now - at < WITHIN_MS), now];
    if (this.deaths.length >= MOST) return undefined;
    return Math.min(LONGEST_PAUSE_MS, this.firstPause * 2 ** (this.deaths.length - 1));
  }

  /** The user asked for a new start. */
  forget(): void { this.deaths = []; }
}
