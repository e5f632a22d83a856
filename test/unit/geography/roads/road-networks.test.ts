import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { PLACES_FILE } from '../../../../bin/build/data-files.ts';
import { createEmbeddedGeocoder } from '../../../../shared/geography/places/embedded-geocoder.ts';
import { unpackPlaces } from '../../../../shared/geography/places/places-file.ts';
import { roadLink } from '../../../../shared/geography/roads/road-networks.ts';
import { BUILD_TIMEOUT_MS, placesFileReady } from '../places/places-file-ready.ts';

const places = {
  chicago: { latitude: 41.85, longitude: -87.65, state: 'IL' },
  losAngeles: { latitude: 34.05, longitude: -118.24, state: 'ca' },
  washington: { latitude: 38.9, longitude: -77.03, state: 'DC' },
  anchorage: { latitude: 61.22, longitude: -149.9, state: 'AK' },
  fairbanks: { latitude: 64.84, longitude: -147.72, state: 'AK' },
  juneau: { latitude: 58.3, longitude: -134.42, state: 'AK' },
  auke: { latitude: 58.38, longitude: -134.64, state: 'AK' },
  nome: { latitude: 64.5, longitude: -165.41, state: 'AK' },
  honolulu: { latitude: 21.31, longitude: -157.86, state: 'HI' },
  kapolei: { latitude: 21.34, longitude: -158.08, state: 'HI' },
  kahului: { latitude: 20.89, longitude: -156.47, state: 'HI' },
  lahaina: { latitude: 20.88, longitude: -156.68, state: 'HI' },
  lanai: { latitude: 20.83, longitude: -156.92, state: 'HI' },
  kaunakakai: { latitude: 21.09, longitude: -157.02, state: 'HI' },
  hilo: { latitude: 19.72, longitude: -155.09, state: 'HI' },
  kona: { latitude: 19.64, longitude: -156.0, state: 'HI' },
  lihue: { latitude: 21.97, longitude: -159.37, state: 'HI' },
  sanJuan: { latitude: 18.47, longitude: -66.11, state: 'PR' },
  ponce: { latitude: 18.01, longitude: -66.61, state: 'PR' },
  fajardo: { latitude: 18.33, longitude: -65.65, state: 'PR' },
  vieques: { latitude: 18.15, longitude: -65.44, state: 'PR' },
  culebra: { latitude: 18.3, longitude: -65.3, state: 'PR' },
  charlotteAmalie: { latitude: 18.34, longitude: -64.93, state: 'VI' },
  cruzBay: { latitude: 18.33, longitude: -64.79, state: 'VI' },
  christiansted: { latitude: 17.75, longitude: -64.7, state: 'VI' },
  hagatna: { latitude: 13.47, longitude: 144.75, state: 'GU' },
  yigo: { latitude: 13.54, longitude: 144.89, state: 'GU' },
  saipan: { latitude: 15.19, longitude: 145.75, state: 'MP' },
  rota: { latitude: 14.14, longitude: 145.14, state: 'MP' },
  pagoPago: { latitude: -14.28, longitude: -170.7, state: 'AS' },
  tafuna: { latitude: -14.34, longitude: -170.72, state: 'AS' },
  ramstein: { latitude: 49.44, longitude: 7.6, state: 'AE' },
  haines: { latitude: 59.25, longitude: -135.54, state: 'AK' },
  skagway: { latitude: 59.47, longitude: -135.3, state: 'AK' },
  bellingham: { latitude: 48.75, longitude: -122.48, state: 'WA' },
  pointRoberts: { latitude: 48.99, longitude: -123.06, state: 'WA' },
  angleInlet: { latitude: 49.35, longitude: -95.06, state: 'MN' },
  oakIsland: { latitude: 49.31, longitude: -94.85, state: 'MN' },
  avalon: { latitude: 33.33, longitude: -118.34, state: 'CA' },
  twoHarbors: { latitude: 33.44, longitude: -118.5, state: 'CA' },
  sanPedro: { latitude: 33.74, longitude: -118.29, state: 'CA' },
  nantucket: { latitude: 41.27, longitude: -70.09, state: 'MA' },
  edgartown: { latitude: 41.39, longitude: -70.53, state: 'MA' },
};
type PlaceName = keyof typeof places;

/** All ZIP codes of Alaska with a road to Anchorage (general knowledge). */
const ALASKA_ROAD_ZIPS = [
  '99501 99502 99503 99504 99505 99506 99507 99508 99509 99510 99511 99513 99514 99515 99516 99517 99518',
  '99519 99520 99521 99522 99523 99524 99529 99530 99540 99556 99566 99567 99568 99572 99573 99577 99586',
  '99587 99588 99599 99603 99605 99610 99611 99623 99629 99631 99635 99639 99645 99652 99654 99664 99669',
  '99672 99674 99676 99683 99686 99687 99688 99693 99694 99695 99701 99702 99703 99704 99705 99706 99707',
  '99708 99709 99710 99711 99712 99714 99716 99725 99729 99730 99731 99732 99733 99734 99737 99738 99743',
  '99744 99755 99756 99758 99760 99764 99775 99776 99780 99790',
].flatMap((line) => line.split(' '));

const ROAD: readonly (readonly [PlaceName, PlaceName])[] = [
  ['chicago', 'losAngeles'],
  ['chicago', 'washington'],
  ['anchorage', 'fairbanks'],
  ['juneau', 'auke'],
  ['honolulu', 'kapolei'],
  ['kahului', 'lahaina'],
  ['hilo', 'kona'],
  ['sanJuan', 'ponce'],
  ['sanJuan', 'fajardo'],
  ['hagatna', 'yigo'],
  ['pagoPago', 'tafuna'],
  ['nome', 'nome'],
  ['avalon', 'twoHarbors'],
  ['pointRoberts', 'pointRoberts'],
];
const NO_ROAD: readonly (readonly [PlaceName, PlaceName])[] = [
  ['losAngeles', 'honolulu'],
  ['chicago', 'sanJuan'],
  ['chicago', 'ramstein'],
  ['ramstein', 'ramstein'],
  ['anchorage', 'juneau'],
  ['anchorage', 'nome'],
  ['juneau', 'nome'],
  ['honolulu', 'kahului'],
  ['honolulu', 'hilo'],
  ['honolulu', 'lihue'],
  ['kahului', 'lanai'],
  ['kahului', 'kaunakakai'],
  ['kahului', 'hilo'],
  ['sanJuan', 'charlotteAmalie'],
  ['fajardo', 'vieques'],
  ['fajardo', 'culebra'],
  ['charlotteAmalie', 'cruzBay'],
  ['charlotteAmalie', 'christiansted'],
  ['hagatna', 'saipan'],
  ['saipan', 'rota'],
  ['honolulu', 'pagoPago'],
  ['sanPedro', 'avalon'],
  ['nantucket', 'edgartown'],
  ['chicago', 'oakIsland'],
  ['angleInlet', 'oakIsland'],
  ['anchorage', 'avalon'],
];
const THROUGH_CANADA: readonly (readonly [PlaceName, PlaceName])[] = [
  ['chicago', 'anchorage'],
  ['losAngeles', 'fairbanks'],
  ['bellingham', 'pointRoberts'],
  ['chicago', 'angleInlet'],
  ['haines', 'skagway'],
  ['haines', 'anchorage'],
  ['bellingham', 'skagway'],
  ['pointRoberts', 'anchorage'],
];

describe('roads', () => {
  it.each(ROAD)('connect %s and %s in both directions', (one, other) => {
    expect(roadLink(places[one], places[other]).kind).toBe('domestic');
    expect(roadLink(places[other], places[one]).kind).toBe('domestic');
  });

  it.each(NO_ROAD)('do not connect %s and %s', (one, other) => {
    expect(roadLink(places[one], places[other]).kind).toBe('none');
    expect(roadLink(places[other], places[one]).kind).toBe('none');
  });

  it.each(THROUGH_CANADA)('connect %s and %s only through Canada', (one, other) => {
    expect(roadLink(places[one], places[other]).kind).toBe('through-canada');
    expect(roadLink(places[other], places[one]).kind).toBe('through-canada');
  });
});

describe("Alaska's road system", () => {
  const geocoder = createEmbeddedGeocoder();
  beforeAll(placesFileReady, BUILD_TIMEOUT_MS);

  it('has exactly the ZIP codes with a road to Anchorage', () => {
    const all = [...unpackPlaces(new Uint8Array(readFileSync(PLACES_FILE))).zips]
      .map((zip) => geocoder.findZip(String(zip).padStart(5, '0')))
      .filter((place) => place?.state === 'AK');
    const reached = all.filter((place) => place && roadLink(place, places.anchorage).kind === 'domestic');
    expect(all.length).toBeGreaterThan(200);
    expect(reached.map((place) => place?.zip)).toEqual(ALASKA_ROAD_ZIPS);
  });

  it.each(['Cordova', 'Seldovia', 'Tyonek', 'Fort Yukon', 'Nuiqsut'])('does not reach %s, AK', (city) => {
    const located = geocoder.locate({ city, state: 'AK' });
    if (!located.found) throw new Error(`${city} is unknown`);
    expect(roadLink(located.place, places.anchorage).kind).toBe('none');
    expect(roadLink(located.place, places.chicago).kind).toBe('none');
    expect(roadLink(located.place, located.place).kind).toBe('domestic');
  });
});
