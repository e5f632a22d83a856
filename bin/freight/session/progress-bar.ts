const CELLS = 30;
const TENTHS = 10;

/** A bar of fixed width with the percentage. @param share from 0 to 1. */
export function progressBar(share: number): string {
  const part = Math.min(1, share);
  const done = Math.floor(part * CELLS);
  return `[${'#'.repeat(done)}${'.'.repeat(CELLS - done)}] ${String(Math.floor(part * 100)).padStart(3)}%`;
}

/** Whether a share is in another tenth than the one before, so that progress without a terminal has few lines. */
export const entersTenth = (share: number, before: number | undefined): boolean =>
  before === undefined || Math.floor(share * TENTHS) !== Math.floor(before * TENTHS);
