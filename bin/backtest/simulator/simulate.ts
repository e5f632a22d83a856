import type { Place } from '../../../shared/geography/places/place.ts';
import type { RoadDistances } from '../../../shared/geography/roads/road-distance.ts';
import { addDays } from '../../../shared/platform/time/utc-day.ts';
import type { Terminal } from '../../../shared/terminals/catalogue/terminal.ts';
import { drawContributors, drawHomes } from './contributors.ts';
import { drawFreightMap } from './freight-map.ts';
import { drawEconomy } from './lane-economy.ts';
import { createRandom } from './random.ts';
import { laneHabits, reportLoad } from './report-load.ts';
import type { ReportedLoad } from './reported-load.ts';
import type { Scenario } from './scenario.ts';

export interface SimulationTerms {
  readonly seed: string;
  readonly scenario: Scenario;
  /** Monday of the first week, YYYY-MM-DD. */
  readonly from: string;
  readonly weeks: number;
  readonly loadsAWeek: number;
  readonly terminals: readonly Terminal[];
  readonly zips: readonly Place[];
  readonly roads: RoadDistances;
}

/** The loads of one week, in no particular order. */
export interface SimulatedWeek {
  readonly monday: string;
  readonly loads: readonly ReportedLoad[];
}

/** Simulates a freight economy week by week; the same terms give the same loads. */
export async function* simulate(terms: SimulationTerms): AsyncGenerator<SimulatedWeek> {
  const { scenario, weeks, loadsAWeek, roads } = terms;
  const { thinTerminals } = scenario;
  const random = createRandom(`${terms.seed}/${scenario.name}`);
  const mondays = Array.from({ length: weeks }, (_, week) => addDays(terms.from, 7 * week));
  const map = { random: random.fork('map'), weeks, loadsAWeek, thinTerminals, roads };
  const lanes = await drawFreightMap(terms.terminals, terms.zips, map);
  const economy = drawEconomy(lanes, mondays, scenario, random.fork('economy'));
  const contributors = drawContributors(random.fork('contributors'));
  const homes = drawHomes(contributors, lanes, random.fork('homes'));
  const habits = lanes.map((lane) =>
    laneHabits(lane, contributors, homes, random.fork(`habits ${lane.id}`), scenario),
  );
  const luck = random.fork('loads');
  for (const [week, monday] of mondays.entries()) {
    const loads: ReportedLoad[] = [];
    for (const [position, lane] of lanes.entries()) {
      if (week < lane.fromWeek) continue;
      for (let count = luck.poisson(lane.volume); count > 0; count--) {
        const laneHabit = habits[position];
        if (laneHabit)
          loads.push(reportLoad({ lane, habits: laneHabit, economy, week, monday, scenario }, luck));
      }
    }
    yield { monday, loads };
  }
}
