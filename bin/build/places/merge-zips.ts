import { greatCircleMiles } from '../../../shared/geography/places/great-circle.ts';
import { normalizeCity } from '../../../shared/geography/places/normalize-city.ts';
import type { CityRecord, ZipRecord } from './source-records.ts';

/**
 * Corrected points of ZIP codes that the sources place far away (the middle of a county or park, or another place with
 * the same name). Source: Census Bureau gazetteer of ZIP code tabulation areas (2013, public domain). All ZIP codes were
 * compared with it; the list has the differences with a tabulation area small enough to locate the place.
 */
const ZIP_CORRECTIONS: Readonly<Record<string, readonly [latitude: number, longitude: number]>> = {
  '00603': [18.4552, -67.1199],
  '00606': [18.1583, -66.9329],
  '00612': [18.4022, -66.7114],
  '00627': [18.415, -66.8619],
  '00638': [18.2911, -66.5133],
  '00659': [18.4072, -66.809],
  '00667': [18.0034, -67.0358],
  '00670': [18.2368, -66.9901],
  '00677': [18.3326, -67.227],
  '00678': [18.4341, -66.9274],
  '00688': [18.3823, -66.6264],
  '00694': [18.4824, -66.3911],
  '00705': [18.129, -66.2667],
  '00714': [18.0002, -66.0429],
  '00720': [18.2179, -66.4281],
  '00723': [18.0438, -66.0156],
  '00728': [17.9899, -66.6641],
  '00729': [18.3298, -65.8851],
  '00731': [18.108, -66.6347],
  '00738': [18.3045, -65.6987],
  '00751': [18.0013, -66.2522],
  '00754': [18.1471, -65.9763],
  '00772': [18.439, -65.9052],
  '00780': [18.1028, -66.5681],
  '00783': [18.3039, -66.3262],
  '00784': [18.0107, -66.1336],
  '00909': [18.4416, -66.0671],
  '00911': [18.4511, -66.0562],
  '00917': [18.4207, -66.0501],
  '00918': [18.421, -66.0658],
  '00920': [18.4143, -66.088],
  '00921': [18.3923, -66.0886],
  '00923': [18.4093, -66.0389],
  '00924': [18.3992, -66.0125],
  '00925': [18.4003, -66.0506],
  '00926': [18.3454, -66.0515],
  '00927': [18.388, -66.0721],
  '00934': [18.4113, -66.1242],
  '00936': [18.3955, -66.0738],
  '00956': [18.3195, -66.1689],
  '00957': [18.3685, -66.1877],
  '00968': [18.4061, -66.1012],
  '00971': [18.3188, -66.1192],
  '00979': [18.4444, -66.0301],
  '00982': [18.4113, -65.992],
  '00983': [18.418, -65.9771],
  '00987': [18.3382, -65.9411],
  '04570': [43.8085, -69.6308],
  '04926': [44.4801, -69.5139],
  '05076': [44.1419, -72.231],
  '05440': [44.9579, -73.292],
  '08535': [40.2443, -74.4321],
  '08640': [40.0044, -74.5913],
  '08641': [40.0203, -74.5902],
  '13064': [43.329, -76.7119],
  '14261': [43.0076, -78.7915],
  '15028': [40.3113, -79.7896],
  '16728': [41.5658, -78.9242],
  '19345': [40.0294, -75.5653],
  '23228': [37.6266, -77.4928],
  '23229': [37.5868, -77.5742],
  '23233': [37.6464, -77.6242],
  '23238': [37.5955, -77.6478],
  '25061': [38.1652, -81.4365],
  '27709': [35.9242, -78.8328],
  '28310': [35.1635, -79.0379],
  '33194': [25.7139, -80.5836],
  '36753': [31.8052, -87.0747],
  '37362': [35.0314, -84.6808],
  '37614': [36.3014, -82.3712],
  '57117': [43.5312, -96.755],
  '60431': [41.5097, -88.1802],
  '62059': [38.6565, -90.165],
  '63763': [37.0645, -90.1756],
  '66226': [39.0309, -94.8591],
  '66227': [38.9727, -94.8748],
  '68113': [41.1178, -95.9065],
  '78150': [29.526, -98.2775],
  '78871': [30.007, -101.6548],
  '80840': [38.9947, -104.862],
  '82190': [44.5526, -110.5301],
  '83235': [44.576, -113.6967],
  '83322': [43.3495, -114.9786],
  '83433': [44.4845, -111.3331],
  '83648': [43.0496, -115.8664],
  '85309': [33.5309, -112.3828],
  '86028': [35.0738, -109.7645],
  '86053': [36.7351, -111.0552],
  '86443': [35.9713, -114.4403],
  '86544': [36.6258, -109.1508],
  '87347': [35.4272, -108.4465],
  '87375': [35.6756, -108.7568],
  '90073': [34.0545, -118.457],
  '90079': [34.0406, -118.2554],
  '90089': [34.0202, -118.286],
  '90095': [34.0713, -118.4435],
  '92518': [33.8891, -117.2784],
  '93633': [36.8222, -118.6493],
  '94575': [37.841, -122.1095],
  '95923': [40.1337, -121.0927],
  '96103': [39.8056, -120.666],
  '96860': [21.3557, -157.9412],
  '96863': [21.4485, -157.7623],
  '97373': [45.057, -122.7718],
  '98430': [47.1178, -122.5672],
  '99505': [61.2569, -149.6027],
  '99506': [61.2535, -149.8108],
  '99565': [56.3035, -158.5013],
};

/**
 * Corrected points of ZIP codes that the sources place at the center of their city or at an outdated position, and of one
 * island. Source: general knowledge, accurate to about a mile.
 */
const KNOWN_ZIP_POINTS: Readonly<Record<string, readonly [latitude: number, longitude: number]>> = {
  '02872': [41.62, -71.32],
  '60666': [41.98, -87.9],
  '75261': [32.9, -97.04],
  '76005': [32.81, -97.07],
  '89179': [35.91, -115.24],
  '89437': [39.54, -119.5],
  '99615': [57.79, -152.41],
};

/** Postal Service city of ZIP codes that a source lists under a city quarter or a former city. */
const ZIP_CITY_CORRECTIONS: Readonly<Record<string, string>> = {
  '07206': 'Elizabeth',
  '89437': 'McCarran',
};

/** Two sources agree on the point of a ZIP code up to this distance. A post office address farther away is ignored. */
const AGREEMENT_MILES = 10;

/** A point that ZIP codes of at least this many cities share is the point of their county. */
const CITIES_OF_A_COUNTY_POINT = 3;

/** A gazetteer place farther than this from a ZIP code is another city with the same name. */
const NAMESAKE_MILES = 50;

/** Freely associated states have US mail but are not in the US; "" is a military base without a state in the source. */
const NOT_US: ReadonlySet<string> = new Set(['MH', 'FM', 'PW', '']);

/**
 * Merges the sources to one record per ZIP code. The first source with a ZIP code takes precedence, but a measured point
 * of a later source replaces an agreeing city point. Known wrong points and names are corrected. A county point is
 * replaced by the city point.
 * @param sources the most reliable first.
 * @returns records in ascending order of ZIP codes.
 */
export function mergeZips(
  sources: readonly (readonly ZipRecord[])[],
  cities: ReadonlyMap<string, readonly CityRecord[]>,
): ZipRecord[] {
  const merged = new Map<string, ZipRecord>();
  for (const record of sources.flat()) {
    if (NOT_US.has(record.state)) continue;
    const known = merged.get(record.zip);
    merged.set(record.zip, known ? reconcile(known, record) : record);
  }
  const records = [...merged.values()].sort((a, b) => Number(a.zip) - Number(b.zip));
  const countyPoints = pointsOfCounties(records);
  return records.map((record) => {
    const city = ZIP_CITY_CORRECTIONS[record.zip] ?? record.city;
    return correct({ ...record, city }, countyPoints, cities);
  });
}

/** The key of a city in its state. */
export function cityKey(name: string, state: string): string {
  return `${normalizeCity(name)} ${state}`;
}

function reconcile(known: ZipRecord, other: ZipRecord): ZipRecord {
  const agree = known.state === other.state && greatCircleMiles(known, other) <= AGREEMENT_MILES;
  return agree && other.measured && !known.measured ? { ...other, city: known.city } : known;
}

function pointsOfCounties(records: readonly ZipRecord[]): ReadonlySet<string> {
  const citiesOfPoint = Map.groupBy(records, pointKey);
  const shared = [...citiesOfPoint].filter(
    ([, sharing]) => new Set(sharing.map(({ city }) => city)).size >= CITIES_OF_A_COUNTY_POINT,
  );
  return new Set(shared.map(([point]) => point));
}

function correct(
  record: ZipRecord,
  countyPoints: ReadonlySet<string>,
  cities: ReadonlyMap<string, readonly CityRecord[]>,
): ZipRecord {
  const point = KNOWN_ZIP_POINTS[record.zip] ?? ZIP_CORRECTIONS[record.zip];
  if (point) return { ...record, latitude: point[0], longitude: point[1] };
  if (!countyPoints.has(pointKey(record))) return record;
  const city = (cities.get(cityKey(record.city, record.state)) ?? []).find(
    (namesake) => greatCircleMiles(namesake, record) <= NAMESAKE_MILES,
  );
  const { latitude, longitude } = city ?? record;
  return { ...record, latitude, longitude, measured: false };
}

function pointKey({ latitude, longitude }: ZipRecord): string {
  return `${latitude} ${longitude}`;
}
