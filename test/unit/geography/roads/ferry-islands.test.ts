import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { PLACES_FILE } from '../../../../bin/build/data-files.ts';
import { createEmbeddedGeocoder } from '../../../../shared/geography/places/embedded-geocoder.ts';
import type { Place } from '../../../../shared/geography/places/place.ts';
import { unpackPlaces } from '../../../../shared/geography/places/places-file.ts';
import { FERRY_ISLANDS } from '../../../../shared/geography/roads/ferry-islands.ts';
import { roadLink } from '../../../../shared/geography/roads/road-networks.ts';
import { BUILD_TIMEOUT_MS, placesFileReady } from '../places/places-file-ready.ts';

/** All ZIP codes on islands that only a ferry reaches, and Stehekin (general knowledge). */
const ZIPS = [
  '02535 02539 02552 02554 02557 02564 02568 02575 02584 02713 02807 02872',
  '04017 04019 04050 04108 04625 04635 04645 04646 04685 04848 04851 04852 04853 04863',
  '06390 11770 11964 11965 21824 21866 23440 27960 29915 31327 33109',
  '43436 43438 43446 43456 48028 49726 49757 49775 49782 54246 54850 56741',
  '90704 98013 98070 98222 98243 98245 98250 98261 98262 98279 98280 98286 98297 98303 98852',
].flatMap((line) => line.split(' '));

const CHICAGO = { latitude: 41.85, longitude: -87.65, state: 'IL' };
const geocoder = createEmbeddedGeocoder();

beforeAll(placesFileReady, BUILD_TIMEOUT_MS);

function town(address: string): Place {
  const [city = '', state = ''] = address.split(', ');
  const located = geocoder.locate({ city, state });
  if (!located.found) throw new Error(`${address} is unknown`);
  return located.place;
}

describe('islands that only a ferry reaches', () => {
  it('have exactly the ZIP codes without a road in the mainland states', () => {
    const all = [...unpackPlaces(new Uint8Array(readFileSync(PLACES_FILE))).zips].map((zip) =>
      geocoder.findZip(String(zip).padStart(5, '0')),
    );
    const cutOff = all.filter(
      (place) => place && place.state in FERRY_ISLANDS && roadLink(place, CHICAGO).kind === 'none',
    );
    expect(cutOff.map((place) => place?.zip)).toEqual(ZIPS.toSorted());
  });

  it.each([
    'Nantucket, MA',
    'Edgartown, MA',
    'Block Island, RI',
    'New Shoreham, RI',
    'Ocean Beach, NY',
    'Fire Island, NY',
    'Ocracoke, NC',
    'Bald Head Island, NC',
    'Put In Bay, OH',
    'Mackinac Island, MI',
    'Avalon, CA',
    'Two Harbors, CA',
    'Friday Harbor, WA',
    'Vashon, WA',
    'Vinalhaven, ME',
  ])('have no road: %s', (address) => {
    expect(roadLink(CHICAGO, town(address)).kind).toBe('none');
  });

  it.each([
    'Woods Hole, MA',
    'Greenport, NY',
    'Sag Harbor, NY',
    'Bay Shore, NY',
    'Hatteras, NC',
    'Southport, NC',
    'Algonac, MI',
    'Mackinaw City, MI',
    'Bayfield, WI',
    'San Pedro, CA',
    'Anacortes, WA',
    'Southworth, WA',
    'Bainbridge Island, WA',
    'Galveston, TX',
    'Key West, FL',
    'Miami Beach, FL',
    'Hilton Head Island, SC',
    'Staten Island, NY',
  ])('do not contain harbors or islands with a bridge: %s', (address) => {
    expect(roadLink(CHICAGO, town(address)).kind).toBe('domestic');
  });
});
