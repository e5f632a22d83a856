import { describe, expect, it } from 'vitest';
import { locateAddress } from '../../../../shared/geography/places/locate-address.ts';
import { normalizeCity } from '../../../../shared/geography/places/normalize-city.ts';
import type { Place } from '../../../../shared/geography/places/place.ts';
import type { PlaceIndex } from '../../../../shared/geography/places/place-index.ts';

const springfield: Place = {
  city: 'Springfield',
  state: 'IL',
  zip: '62701',
  latitude: 39.8,
  longitude: -89.65,
};
const chicago: Place = { city: 'Chicago', state: 'IL', zip: '60601', latitude: 41.89, longitude: -87.62 };
const chicagoSouth: Place = { ...chicago, zip: '60632', latitude: 41.81, longitude: -87.71 };
const laGrange: Place = { city: 'La Grange', state: 'IL', zip: '60525', latitude: 41.78, longitude: -87.87 };
const indianHead: Place = {
  city: 'Indian Head Park',
  state: 'IL',
  zip: '',
  latitude: 41.77,
  longitude: -87.9,
};
const gary: Place = { city: 'Gary', state: 'IN', zip: '46401', latitude: 41.6, longitude: -87.35 };

const zips = [springfield, chicago, chicagoSouth, laGrange, gary];
const cities = [springfield, chicago, laGrange, indianHead, gary];
const index: PlaceIndex = {
  findZip: (zip) => zips.find((place) => place.zip === zip),
  findCity: (city, state) => citiesNamed(city).find(({ place }) => place.state === state),
  findCities: (city) => citiesNamed(city),
  findSectionalCity: (zip) => (zip.startsWith('606') ? chicago : undefined),
};
function citiesNamed(city: string) {
  const namesakes = cities.filter((place) => normalizeCity(place.city) === normalizeCity(city));
  return namesakes.map((place) => ({ place, zips: 1 }));
}
const locate = (city: string, state: string, zip?: string) => locateAddress(index, { city, state, zip });
const found = (place: Place, ...warnings: string[]) => ({ found: true, place, warnings });
const mismatch = (zip: string, owner: string, city: string) =>
  `ZIP code ${zip} is in ${owner}, not in ${city}. The ZIP code is used.`;

describe('an address with a ZIP', () => {
  it.each(['60632', '60632-1234', '606321234', ' 60632 '])('given as %j is at the ZIP', (zip) => {
    expect(locate('chicago', 'il', zip)).toEqual(found(chicagoSouth));
  });

  it('is at the ZIP code when the city differs, with a warning', () => {
    expect(locate('Springfield', 'IL', '60632')).toEqual(
      found(chicagoSouth, mismatch('60632', 'Chicago, IL', 'Springfield')),
    );
    expect(locate('Nowhere at all', 'IL', '60632')).toEqual(
      found(chicagoSouth, mismatch('60632', 'Chicago, IL', 'Nowhere at all')),
    );
  });

  it('has no warning for a nearby city without ZIP codes', () => {
    expect(locate('Indian Head Park', 'IL', '60525')).toEqual(
      found({ ...laGrange, city: 'Indian Head Park' }),
    );
    expect(locate('McCook', 'IL', '60525')).toEqual(found({ ...laGrange, city: 'McCook' }));
    expect(locate('McCook', 'IL', '60632')).toEqual(found({ ...chicagoSouth, city: 'McCook' }));
  });

  it('has a warning for a distant city without ZIP codes', () => {
    expect(locate('McCook', 'IL', '62701')).toEqual(
      found(springfield, mismatch('62701', 'Springfield, IL', 'McCook')),
    );
  });

  it('is rejected when the ZIP code is in another state, for any city', () => {
    const rejected = { found: false, reason: 'zip-in-other-state', zipState: 'IN' };
    expect(locate('Chicago', 'IL', '46401')).toEqual(rejected);
    expect(locate('Gary', 'IL', '46401')).toEqual(rejected);
    expect(locate('Gary', 'XX', '46401')).toEqual(rejected);
  });

  it('that is unknown is at the city, with a warning', () => {
    expect(locate('Chicago', 'IL', '60999')).toEqual(
      found(chicago, 'ZIP code 60999 is unknown. The center of Chicago, IL is used.'),
    );
    expect(locate('Chicago', 'IL', '6063')).toEqual(
      found(chicago, '"6063" is not a valid ZIP code. The center of Chicago, IL is used.'),
    );
    expect(locate('Nowhere at all', 'IL', '60999')).toEqual({ found: false, reason: 'unknown' });
  });

  it('does not need a city', () => {
    expect(locate(' ', 'IL', '60632')).toEqual(found(chicagoSouth));
  });
});

describe('an address without a ZIP', () => {
  it.each([undefined, '', '  '])('(%j) is at the city, in any letter case of city and state', (zip) => {
    expect(locate('CHICAGO', ' il ', zip)).toEqual(found(chicago));
  });

  it('is at the ZIP code of a freight place', () => {
    expect(locate('Mc Cook', 'IL')).toEqual(found({ ...laGrange, city: 'McCook' }));
  });

  it('can have the prefix "City of"', () => {
    expect(locate('City of Chicago', 'IL')).toEqual(found(chicago));
    expect(locate('Village of McCook', 'IL', '60525')).toEqual(found({ ...laGrange, city: 'McCook' }));
  });

  it.each([
    ['Atlantis', 'IL'],
    ['Chicago', 'IN'],
    ['Chicago', 'XX'],
    ['', 'IL'],
    ['City of', 'IL'],
    ["'", 'IL'],
    ['__proto__', 'IL'],
  ])('%j, %s is unknown', (city, state) => {
    expect(locate(city, state)).toEqual({ found: false, reason: 'unknown' });
  });
});
