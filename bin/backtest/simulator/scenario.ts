/** Parameters of a simulated market. Shares are of a price: 0.05 is 5%. */
export interface Scenario {
  /** Change of the whole market in addition to its cycle, from week 58 of a run, within 6 weeks. */
  readonly move: number;
  /** Weekly probability that a lane's price jumps permanently, and the size of the jump. */
  readonly laneJumps: { readonly chance: number; readonly share: number };
  /** Degrees of freedom of a load's deviation: fewer give heavier tails. */
  readonly freedom: number;
  /** Size of that deviation on a typical lane. */
  readonly noise: number;
  /** Part of the terminals that have one eighth of the loads. */
  readonly thinTerminals: number;
}

const ORDINARY: Scenario = {
  move: 0,
  laneJumps: { chance: 0, share: 0 },
  freedom: 5,
  noise: 0.055,
  thinTerminals: 0,
};

export const SCENARIOS = {
  ordinary: ORDINARY,
  surge: { ...ORDINARY, move: 0.25 },
  slump: { ...ORDINARY, move: -0.25 },
  // Outside the model's assumptions: its levels move together.
  outside: {
    move: 0,
    laneJumps: { chance: 0.008, share: 0.2 },
    freedom: 3,
    noise: 0.075,
    thinTerminals: 0.5,
  },
} as const satisfies Readonly<Record<string, Scenario>>;

export type ScenarioName = keyof typeof SCENARIOS;
export const SCENARIO_NAMES = Object.keys(SCENARIOS) as readonly ScenarioName[];
