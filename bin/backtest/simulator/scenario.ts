/** Parameters of a simulated market. Shares are of a price: 0.05 is 5%. */
export interface Scenario {
  /** Change of the whole market in addition to its cycle, from week 58 of a run, within 6 weeks. */
  readonly move: number;
  /** Weekly probability that a lane's price jumps permanently, by 20%. */
  readonly laneJumps: number;
  /** Degrees of freedom of a load's deviation (fewer give heavier tails), and its size on a typical lane. */
  readonly freedom: number;
  readonly noise: number;
}

const ORDINARY: Scenario = { move: 0, laneJumps: 0, freedom: 5, noise: 0.055 };

export const SCENARIOS = {
  ordinary: ORDINARY,
  surge: { ...ORDINARY, move: 0.25 },
  // Outside the model's assumptions: its levels move together.
  outside: { move: -0.25, laneJumps: 0.008, freedom: 3, noise: 0.075 },
} as const satisfies Readonly<Record<string, Scenario>>;

export type ScenarioName = keyof typeof SCENARIOS;
export const SCENARIO_NAMES = Object.keys(SCENARIOS) as readonly ScenarioName[];
