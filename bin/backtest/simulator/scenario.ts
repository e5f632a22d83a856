/** Parameters of a simulated market. Shares are of a price: 0.05 is 5%. */
export interface Scenario {
  readonly name: ScenarioName;
  /** Change of the whole market in addition to its cycle, as a share of its level. */
  readonly move: { readonly share: number; readonly fromWeek: number; readonly weeks: number };
  /** Weekly probability that a lane's price jumps permanently, and the size of the jump. */
  readonly laneJumps: { readonly chance: number; readonly share: number };
  /** Degrees of freedom of a load's deviation: fewer give heavier tails. */
  readonly freedom: number;
  /** Size of that deviation on a typical lane. */
  readonly noise: number;
  /** Part of the terminals that have one eighth of the loads. */
  readonly thinTerminals: number;
}

export const SCENARIO_NAMES = ['ordinary', 'surge', 'slump', 'outside'] as const;
export type ScenarioName = (typeof SCENARIO_NAMES)[number];

const ORDINARY: Omit<Scenario, 'name'> = {
  move: { share: 0, fromWeek: 0, weeks: 1 },
  laneJumps: { chance: 0, share: 0 },
  freedom: 5,
  noise: 0.055,
  thinTerminals: 0,
};

/** Week of a run, from 0, in which a surge or slump begins; it takes 6 weeks. */
export const MOVE_FROM_WEEK = 58;
export const MOVE_WEEKS = 6;
const moving = (share: number): Partial<Scenario> => ({
  move: { share, fromWeek: MOVE_FROM_WEEK, weeks: MOVE_WEEKS },
});

const DIFFERENCES: Readonly<Record<ScenarioName, Partial<Scenario>>> = {
  ordinary: {},
  surge: moving(0.25),
  slump: moving(-0.25),
  // Outside the model's assumptions: its levels move together.
  outside: { laneJumps: { chance: 0.008, share: 0.2 }, freedom: 3, noise: 0.075, thinTerminals: 0.5 },
};

export const scenario = (name: ScenarioName): Scenario => ({ ...ORDINARY, ...DIFFERENCES[name], name });
