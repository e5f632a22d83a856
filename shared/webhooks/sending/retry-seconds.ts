/** Seconds from the end of each failed attempt to the next: 5 min, 15 min, 1 h, 4 h, 12 h. */
export const RETRY_SECONDS: readonly number[] = [300, 900, 3_600, 14_400, 43_200];

/** The interface specification's least interval between attempts (section 8). */
export const MIN_RETRY_SECONDS = 300;
