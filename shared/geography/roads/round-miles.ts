/** A truck leaves the gate, and a rate per mile needs a distance. */
const SHORTEST_MILES = 0.1;

/** The miles of a move as they are told and priced: to one decimal, and never 0. */
export const roundMiles = (miles: number): number => Math.max(SHORTEST_MILES, Math.round(miles * 10) / 10);
