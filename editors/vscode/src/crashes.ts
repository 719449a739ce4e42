/** Counts how often the server ended by itself, so that it is not started forever. */
export class Crashes {
  /** This many within the time are too many. */
  static readonly most = 5;
  private static readonly time = 3 * 60_000;
  private times: number[] = [];

  /** Counts one, at a time in milliseconds, and tells whether they are too many. */
  tooMany(now: number): boolean {
    this.times = [...this.times.filter((time) => now - time < Crashes.time), now];
    return this.times.length >= Crashes.most;
  }
}
