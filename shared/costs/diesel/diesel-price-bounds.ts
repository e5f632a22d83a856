/**
 * USD a gallon outside of which a figure is no price of diesel: cents, litres, another column. The series lay between
 * 0.95 (1999) and 8 dollars until 2026.
 */
export const LEAST_USD = 0.5;
export const MOST_USD = 20;

/** A price this far from that of the week before is a slip of the pen more often than a price. */
export const MOST_CHANGE = 0.3;
