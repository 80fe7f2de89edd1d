// The service's clock as far as can be known here. The browser's own may be wrong, so it is not asked.

const KEPT = 8;

export class ServiceClock {
  private ahead: number[] = [];

  /** The service said what time it was; the message took its way, so the truth is not earlier. */
  hear(nowMs: number): void {
    this.ahead = [...this.ahead, nowMs - performance.now()].slice(-KEPT);
  }

  /** The time of the service now; the message that was fastest is believed. */
  nowMs(): number | null {
    return this.ahead.length === 0 ? null : performance.now() + Math.max(...this.ahead);
  }
}

/** A time that is left, such as `4:05`, below ten seconds `9.3`, and from an hour on `1:02:30`. */
export function clockText(leftMs: number): string {
  const ms = Math.max(0, leftMs);
  if (ms < 10_000) return (Math.floor(ms / 100) / 10).toFixed(1);
  const seconds = Math.floor(ms / 1000);
  const hours = Math.floor(seconds / 3600);
  const two = (value: number): string => String(value).padStart(2, "0");
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(seconds % 60)}`
    : `${minutes}:${two(seconds % 60)}`;
}
