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
  { state: 'CA', names: ['Los Angeles', 'LA'], zip: '90012' },
  { state: 'CA', names: ['Otay Mesa'], zip: '92154' },
  { state: 'CA', names: ['Rancho Dominguez'], zip: '90220' },
  { state: 'CA', names: ['Terminal Island'], zip: '90731' },
  { state: 'CA', names: ['Vernon'], zip: '90058' },
  { state: 'DC', names: ['Washington', 'Washington DC'], zip: '20001' },
  { state: 'FL', names: ['Blount Island'], zip: '32226' },
  { state: 'FL', names: ['Dodge Island', 'PortMiami'], zip: '33132' },
  { state: 'FL', names: ['Doral'], zip: '33172' },
  { state: 'FL', names: ['Medley'], zip: '33178' },
  { state: 'FL', names: ['Port Canaveral'], zip: '32920' },
  { state: 'FL', names: ['Port Everglades'], zip: '33316' },
  { state: 'FL', names: ['Port Manatee'], zip: '34221' },
  { state: 'GA', names: ['Fulton Industrial'], zip: '30336' },
  { state: 'GA', names: ['Garden City'], zip: '31408' },
  { state: 'GA', names: ['South Fulton'], zip: '30349' },
  { state: 'HI', names: ['Barbers Point', 'Kalaeloa'], zip: '96707' },
  { state: 'HI', names: ['Joint Base Pearl Harbor-Hickam', 'Pearl Harbor'], zip: '96860' },
  { state: 'HI', names: ['Sand Island'], zip: '96819' },
  { state: 'IL', names: ['Bedford Park'], zip: '60638' },
  { state: 'IL', names: ['Countryside'], zip: '60525' },
  { state: 'IL', names: ['Forest View'], zip: '60402' },
  { state: 'IL', names: ['Hodgkins'], zip: '60525' },
  { state: 'IL', names: ['McCook'], zip: '60525' },
  { state: 'IL', names: ['Northlake'], zip: '60164' },
  { state: 'IL', names: ['Stickney'], zip: '60402' },
  { state: 'MD', names: ['Tradepoint Atlantic'], zip: '21219' },
  { state: 'MO', names: ['North Kansas City'], zip: '64116' },
  { state: 'NC', names: ['Research Triangle Park'], zip: '27709' },
  { state: 'NJ', names: ['Port Jersey'], zip: '07305' },
  { state: 'NJ', names: ['Port Newark'], zip: '07114' },
  { state: 'NJ', names: ['South Brunswick'], zip: '08852' },
  { state: 'NJ', names: ['South Kearny'], zip: '07032' },
  { state: 'NM', names: ['Truth or Consequences', 'T or C'], zip: '87901' },
  { state: 'NV', names: ['Tahoe Reno Industrial Center', 'TRIC'], zip: '89437' },
  { state: 'NY', names: ['Howland Hook'], zip: '10303' },
  { state: 'NY', names: ['Hunts Point'], zip: '10474' },
  { state: 'NY', names: ['New York', 'New York City', 'NYC', 'Manhattan'], zip: '10001' },
  { state: 'NY', names: ['Queens'], zip: '11101' },
  { state: 'OH', names: ['Obetz'], zip: '43207' },
  { state: 'OH', names: ['Rickenbacker'], zip: '43217' },
  { state: 'PA', names: ['Philadelphia', 'Philly'], zip: '19102' },
  { state: 'PR', names: ['Hato Rey'], zip: '00917' },
  { state: 'PR', names: ['Puerto Nuevo'], zip: '00920' },
  { state: 'PR', names: ['Rio Piedras'], zip: '00925' },
  { state: 'PR', names: ['San Juan'], zip: '00901' },
  { state: 'PR', names: ['Santurce'], zip: '00907' },
  { state: 'RI', names: ['Davisville', 'Quonset Point'], zip: '02852' },
  { state: 'SC', names: ['Indian Land'], zip: '29707' },
  { state: 'TX', names: ['Alliance'], zip: '76177' },
  { state: 'TX', names: ['Barbours Cut'], zip: '77571' },
  { state: 'TX', names: ['Bayport'], zip: '77507' },
  { state: 'TX', names: ['Cedar Port'], zip: '77523' },
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

let placesByName: ReadonlyMap<string, readonly FreightPlace[]> | undefined;

/** @param city in any spelling. */
export function findFreightPlaces(city: string): readonly FreightPlace[] {
  placesByName ??= indexByName();
  return placesByName.get(normalizeCity(city)) ?? [];
}

function indexByName(): ReadonlyMap<string, readonly FreightPlace[]> {
  const byName = new Map<string, FreightPlace[]>();
  for (const place of FREIGHT_PLACES) {
    for (const name of place.names) {
      const key = normalizeCity(name);
      const namesakes = byName.get(key);
      if (namesakes) namesakes.push(place);
      else byName.set(key, [place]);
    }
  }
  return byName;
}
