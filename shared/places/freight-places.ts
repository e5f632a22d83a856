import { normalizeCity } from './normalize-city.ts';

/** A place that freight is sent to by a name under which the Postal Service has no ZIP of its own. */
export interface FreightPlace {
  readonly state: string;
  /** The first is the one answered. */
  readonly names: readonly [string, ...string[]];
  /** The ZIP that stands for it. */
  readonly zip: string;
}

/** General knowledge, each ZIP the one that mail and trucks for the place use. */
export const FREIGHT_PLACES: readonly FreightPlace[] = [
  { state: 'CA', names: ['City of Industry', 'Industry'], zip: '91746' },
  { state: 'CA', names: ['Commerce'], zip: '90040' },
  { state: 'CA', names: ['East Los Angeles'], zip: '90022' },
  { state: 'CA', names: ['Eastvale'], zip: '91752' },
  { state: 'CA', names: ['Jurupa Valley', 'Jurupa'], zip: '91752' },
  { state: 'CA', names: ['Otay Mesa'], zip: '92154' },
  { state: 'CA', names: ['Rancho Dominguez'], zip: '90220' },
  { state: 'CA', names: ['Terminal Island'], zip: '90731' },
  { state: 'CA', names: ['Vernon'], zip: '90058' },
  { state: 'DC', names: ['Washington', 'Washington DC'], zip: '20001' },
  { state: 'FL', names: ['Doral'], zip: '33172' },
  { state: 'FL', names: ['Medley'], zip: '33178' },
  { state: 'GA', names: ['Fulton Industrial'], zip: '30336' },
  { state: 'GA', names: ['Garden City'], zip: '31408' },
  { state: 'GA', names: ['South Fulton'], zip: '30349' },
  { state: 'HI', names: ['Joint Base Pearl Harbor-Hickam', 'Pearl Harbor'], zip: '96860' },
  { state: 'HI', names: ['Sand Island'], zip: '96819' },
  { state: 'IL', names: ['Bedford Park'], zip: '60638' },
  { state: 'IL', names: ['Countryside'], zip: '60525' },
  { state: 'IL', names: ['Forest View'], zip: '60402' },
  { state: 'IL', names: ['Hodgkins'], zip: '60525' },
  { state: 'IL', names: ['McCook'], zip: '60525' },
  { state: 'IL', names: ['Northlake'], zip: '60164' },
  { state: 'IL', names: ['Stickney'], zip: '60402' },
  { state: 'MO', names: ['North Kansas City'], zip: '64116' },
  { state: 'NC', names: ['Research Triangle Park'], zip: '27709' },
  { state: 'NJ', names: ['Port Newark'], zip: '07114' },
  { state: 'NJ', names: ['South Kearny'], zip: '07032' },
  { state: 'NV', names: ['McCarran', 'Tahoe Reno Industrial Center'], zip: '89434' },
  { state: 'NY', names: ['New York', 'New York City', 'NYC', 'Manhattan'], zip: '10001' },
  { state: 'NY', names: ['Queens'], zip: '11101' },
  { state: 'OH', names: ['Obetz'], zip: '43207' },
  { state: 'OH', names: ['Rickenbacker'], zip: '43217' },
  { state: 'PR', names: ['Hato Rey'], zip: '00917' },
  { state: 'PR', names: ['Puerto Nuevo'], zip: '00920' },
  { state: 'PR', names: ['Rio Piedras'], zip: '00925' },
  { state: 'PR', names: ['Santurce'], zip: '00907' },
  { state: 'TX', names: ['Alliance'], zip: '76177' },
  { state: 'TX', names: ['DFW Airport', 'Dallas Fort Worth Airport'], zip: '75261' },
  { state: 'TX', names: ['Morgans Point'], zip: '77571' },
  { state: 'VI', names: ['Charlotte Amalie'], zip: '00802' },
  { state: 'VI', names: ['Cruz Bay'], zip: '00830' },
  { state: 'VI', names: ['Saint Croix'], zip: '00820' },
  { state: 'WA', names: ['Fife'], zip: '98424' },
  { state: 'WA', names: ['SeaTac'], zip: '98188' },
  { state: 'WA', names: ['Tukwila'], zip: '98188' },
  { state: 'WI', names: ['Mount Pleasant'], zip: '53406' },
];

let placesByKey: ReadonlyMap<string, FreightPlace> | undefined;

/**
 * @param city in any spelling.
 * @param state two upper-case letters.
 */
export function findFreightPlace(city: string, state: string): FreightPlace | undefined {
  placesByKey ??= new Map(
    FREIGHT_PLACES.flatMap((place) => place.names.map((name) => [key(name, place.state), place])),
  );
  return placesByKey.get(key(city, state));
}

function key(city: string, state: string): string {
  return `${normalizeCity(city)} ${state}`;
}
