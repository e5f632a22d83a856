import { greatCircleMiles } from '../../geography/places/great-circle.ts';
import type { Coordinates } from '../../geography/places/place.ts';

/**
 * Freight markets with ports or ramps: name and center in degrees, latitude and longitude. Coordinates are those of
 * the cities. Which places share ships, drivers and queues is general knowledge of the trade.
 */
const CENTRES = `los-angeles 33.75 -118.22|oakland 37.80 -122.30|stockton 37.95 -121.29|san-diego 32.70 -117.15
seattle 47.45 -122.35|portland 45.60 -122.70|spokane 47.66 -117.43|salt-lake 40.74 -111.98|reno 39.53 -119.75
las-vegas 36.25 -115.05|phoenix 33.44 -112.15|tucson 32.20 -110.95|albuquerque 35.05 -106.65|el-paso 31.80 -106.45
denver 39.78 -104.95|dallas 32.85 -96.95|houston 29.70 -95.15|san-antonio 29.35 -98.55|laredo 27.60 -99.50
kansas-city 39.10 -94.60|st-louis 38.65 -90.15|omaha 41.25 -95.90|twin-cities 45.00 -93.20|duluth 46.75 -92.15
chicago 41.75 -87.85|indianapolis 39.75 -86.30|detroit 42.35 -83.10|cincinnati 39.12 -84.50|columbus 39.90 -82.95
cleveland 41.40 -81.60|toledo 41.20 -83.70|louisville 38.18 -85.72|memphis 35.05 -90.05|nashville 36.12 -86.75
birmingham 33.40 -86.95|huntsville 34.65 -86.75|atlanta 33.70 -84.50|mobile 30.70 -88.05|new-orleans 29.95 -90.10
jackson 32.30 -90.20|savannah 32.10 -81.15|charleston 32.88 -79.97|jacksonville 30.40 -81.60|miami 25.90 -80.20
tampa 27.90 -82.40|orlando 28.35 -80.65|charlotte 35.22 -80.90|greenville 34.90 -82.20|greensboro 36.07 -79.80
wilmington-nc 34.20 -77.95|rocky-mount 35.95 -77.80|norfolk 36.90 -76.33|richmond 37.48 -77.42|front-royal 38.95 -78.18
baltimore 39.25 -76.55|philadelphia 39.92 -75.15|harrisburg 40.25 -76.80|scranton 41.35 -75.70|new-york 40.69 -74.12
boston 42.35 -71.03|worcester 42.27 -71.75|springfield 42.10 -72.62|albany 42.85 -73.70|syracuse 43.07 -76.08
buffalo 42.88 -78.82|pittsburgh 40.45 -79.95|portland-me 43.65 -70.27|anchorage 61.22 -149.88|fairbanks 64.84 -147.72
honolulu 21.31 -157.87|san-juan 18.43 -66.10|virgin-islands 18.33 -64.93|guam 13.45 144.67|dutch-harbor 53.89 -166.54
kodiak 57.78 -152.42`;

interface Centre extends Coordinates {
  readonly name: string;
}

const MARKETS: readonly Centre[] = CENTRES.split(/[|\n]/).map((entry) => {
  const [name = '', latitude, longitude] = entry.split(' ');
  return { name, latitude: Number(latitude), longitude: Number(longitude) };
});

/** Names of all freight markets. */
export const FREIGHT_MARKETS: readonly string[] = MARKETS.map(({ name }) => name);

const ROAD = 'road-';

/** The market of trailers that leave a freight market: it has cells and levels of its own, like that of containers. */
export const roadMarket = (freightMarket: string): string => `${ROAD}${freightMarket}`;
export const isRoadMarket = (name: string): boolean => name.startsWith(ROAD);
/** The freight market of a `roadMarket`, or the name itself. */
export const placeOfMarket = (name: string): string => (isRoadMarket(name) ? name.slice(ROAD.length) : name);

/** All markets with cells: of containers and of trailers. */
export const ALL_MARKETS: readonly string[] = [...FREIGHT_MARKETS, ...FREIGHT_MARKETS.map(roadMarket)];

/** The freight market of a terminal or place: the nearest one, at any distance. */
export function freightMarketOf(point: Coordinates): string {
  let nearest = { name: '', miles: Number.POSITIVE_INFINITY };
  for (const centre of MARKETS) {
    const miles = greatCircleMiles(centre, point);
    if (miles < nearest.miles) nearest = { name: centre.name, miles };
  }
  return nearest.name;
}

/**
 * Unlearned loads are stored and counted, and prices do not use them: those that do not say whether fuel is inside. Each
 * freight market has a name for them. Its only cells count the loads of an organization.
 */
const PREFIX = 'unlearned-';

/** The name under which the unlearned loads of a freight market are stored. */
export const unlearnedName = (freightMarket: string): string => `${PREFIX}${freightMarket}`;

/** Whether loads that are stored under this name are unlearned; other names are freight markets. */
export const isUnlearned = (name: string): boolean => name.startsWith(PREFIX);

/** The freight market of a name under which loads are stored. */
export const freightMarketOfName = (name: string): string =>
  isUnlearned(name) ? name.slice(PREFIX.length) : name;
