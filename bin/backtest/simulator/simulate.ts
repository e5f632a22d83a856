import { addDays } from '../../../shared/platform/time/utc-calendar.ts';
import { drawFreightMap } from './freight-map.ts';
import { drawEconomy } from './lane-economy.ts';
import { createRandom } from './random.ts';
import { drawContributors, laneHabits, type ReportedLoad, reportLoad } from './report-load.ts';
import { SCENARIOS, type ScenarioName } from './scenario.ts';

export interface SimulationTerms {
  readonly seed: string;
  readonly scenario: ScenarioName;
  /** Monday of the first week, YYYY-MM-DD. */
  readonly from: string;
  readonly weeks: number;
  readonly loadsAWeek: number;
}

/** The loads of one week, in no particular order. */
export interface SimulatedWeek {
  readonly monday: string;
  readonly loads: readonly ReportedLoad[];
}

/** Simulates a freight economy week by week; the same terms give the same loads. */
export async function* simulate(terms: SimulationTerms): AsyncGenerator<SimulatedWeek> {
  const scenario = SCENARIOS[terms.scenario];
  const random = createRandom(`${terms.seed}/${terms.scenario}`);
  const mondays = Array.from({ length: terms.weeks }, (_, week) => addDays(terms.from, 7 * week));
  const lanes = await drawFreightMap({ ...terms, ...scenario, random: random.fork('map') });
  const economy = drawEconomy(lanes, mondays, scenario, random.fork('economy'));
  const contributors = drawContributors(lanes, random);
  const habits = lanes.map((lane) =>
    laneHabits(lane, contributors, random.fork(`habits ${lane.id}`), scenario),
  );
  const luck = random.fork('loads');
  for (const [week, monday] of mondays.entries()) {
    const loads: ReportedLoad[] = [];
    for (const [position, lane] of lanes.entries()) {
      const laneHabit = habits[position];
      if (week < lane.fromWeek || laneHabit === undefined) continue;
      for (let count = luck.poisson(lane.volume); count > 0; count--)
        loads.push(reportLoad({ lane, habits: laneHabit, economy, week, monday, scenario }, luck));
    }
    yield { monday, loads };
  }
}
