/** Greater than 0, because a rate per mile divides by the distance. */
const MIN_MILES = 0.1;

/** Rounds the miles of a move, for responses and prices, to one decimal; at least 0.1. */
export const roundMiles = (miles: number): number => Math.max(MIN_MILES, Math.round(miles * 10) / 10);
