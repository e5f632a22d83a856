import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSearch } from '../../../../shared/terminals/search/read-search.ts';

const FIRST_PAGE = { limit: 10, page: 1 };
const NO_PARAMETER = 'At least one search parameter is required';
const PLACE_WITH_POINT = 'Cannot use city/state/zip filters with geospatial search (lat/lng)';
const LAT = 'lat must be a number from -90 to 90, such as 33.7490';
const LNG = 'lng must be a number from -180 to 180, such as -84.3880';
const HALF = 'lat and lng must be used together';
const RADIUS = 'radius must be a number of miles above 0, such as 50';
const LIMIT = 'limit must be a whole number from 1 to 100';
const PAGE = 'page must be a whole number from 1';
const TYPE = 'type must be one of marine, rail, intermodal';
const STATE = 'state must be a 2-letter US state code, such as CA';
const ZIP = 'zip must be 5 digits or ZIP+4, such as 90731 or 90731-1234';

const point = { latitude: 33.749, longitude: -84.388 };

describe('reading a terminal search', () => {
  it.each([
    ['text', { query: 'port elizabeth' }, { text: 'port elizabeth' }],
    ['text that is only punctuation', { query: '!!!' }, { text: '!!!' }],
    ['type', { type: 'rail' }, { type: 'rail' }],
    ['city', { city: 'Los Angeles' }, { city: 'Los Angeles' }],
    ['state in any case', { state: 'nJ' }, { state: 'NJ' }],
    ['a territory', { state: 'PR' }, { state: 'PR' }],
    ['a military state', { state: 'ae' }, { state: 'AE' }],
    ['ZIP', { zip: '07201' }, { zip: '07201' }],
    ['ZIP+4', { zip: '07201-1234' }, { zip: '07201' }],
    ['nine digits', { zip: '072011234' }, { zip: '07201' }],
    ['a point', { lat: '33.7490', lng: '-84.3880' }, { near: { ...point, radiusMiles: 50 } }],
    ['a radius', { lat: '33.749', lng: '-84.388', radius: '0.5' }, { near: { ...point, radiusMiles: 0.5 } }],
    ['the corner', { lat: '-90', lng: '180' }, { near: { latitude: -90, longitude: 180, radiusMiles: 50 } }],
    ['a radius with no point', { type: 'rail', radius: '10' }, { type: 'rail' }],
    [
      'everything but a point',
      { query: 'a', type: 'rail', city: 'b', state: 'NJ', zip: '07201' },
      {
        text: 'a',
        type: 'rail',
        city: 'b',
        state: 'NJ',
        zip: '07201',
      },
    ],
    [
      'a page',
      { query: 'a', limit: '100', page: '9007199254740991' },
      {
        text: 'a',
        limit: 100,
        page: 9_007_199_254_740_991,
      },
    ],
    ['unknown parameters', { query: 'a', sort: 'name', __proto__x: '1' }, { text: 'a' }],
  ])('accepts %s', (_, query, expected) => {
    expect(readSearch(query)).toEqual({ ok: true, body: { ...FIRST_PAGE, ...expected } });
  });

  it.each<[string, Record<string, string>, string]>([
    ['nothing', {}, NO_PARAMETER],
    ['only limit, page and radius', { limit: '5', page: '2', radius: '10' }, NO_PARAMETER],
    ['only a bad limit', { limit: '0' }, NO_PARAMETER],
    ['only unknown parameters', { q: 'port' }, NO_PARAMETER],
    ['a point with city', { lat: '33', lng: '-84', city: 'Atlanta' }, PLACE_WITH_POINT],
    ['a point with state', { lat: '33', lng: '-84', state: 'GA' }, PLACE_WITH_POINT],
    ['a point with ZIP', { lat: '33', lng: '-84', zip: '30301' }, PLACE_WITH_POINT],
    ['lat alone with city', { lat: '33', city: 'Atlanta' }, PLACE_WITH_POINT],
    ['lng alone with a bad state', { lng: 'x', state: 'x' }, PLACE_WITH_POINT],
    ['lat without lng', { lat: '33' }, HALF],
    ['lng without lat', { lng: '-84', query: 'port' }, HALF],
    ['lat above 90', { lat: '90.0001', lng: '0' }, LAT],
    ['lat below -90', { lat: '-91', lng: '0' }, LAT],
    ['lng above 180', { lat: '0', lng: '180.5' }, LNG],
    ['lng below -180', { lat: '0', lng: '-181' }, LNG],
    ['lat that is bad and alone', { lat: 'north' }, `${LAT}; ${HALF}`],
    ['radius 0', { lat: '0', lng: '0', radius: '0' }, RADIUS],
    ['a negative radius', { lat: '0', lng: '0', radius: '-5' }, RADIUS],
    ['a bad radius with no point', { query: 'a', radius: 'wide' }, RADIUS],
    ['a query of 301 characters', { query: 'x'.repeat(301) }, 'query must have at most 300 characters'],
    ['a city of many marks', { city: '\u0301'.repeat(9_000) }, 'city must have at most 300 characters'],
    ['a query with a control character', { query: 'pier\u0000' }, 'query must not have control characters'],
    ['a city with a line feed', { city: 'Long\nBeach' }, 'city must not have control characters'],
    ['a radius beyond numbers', { lat: '0', lng: '0', radius: '9'.repeat(400) }, RADIUS],
    ['limit 0', { query: 'a', limit: '0' }, LIMIT],
    ['limit 101', { query: 'a', limit: '101' }, LIMIT],
    ['a fraction for limit', { query: 'a', limit: '10.5' }, LIMIT],
    ['page 0', { query: 'a', page: '0' }, PAGE],
    ['a negative page', { query: 'a', page: '-1' }, PAGE],
    ['a page beyond whole numbers', { query: 'a', page: '9007199254740993' }, PAGE],
    ['an unknown type', { type: 'air' }, TYPE],
    ['a type in capitals', { type: 'Marine' }, TYPE],
    ['an unknown state', { state: 'XX' }, STATE],
    ['a full state name', { state: 'New Jersey' }, STATE],
    ['a state that is a property of objects', { state: 'constructor' }, STATE],
    ['a short ZIP', { zip: '7201' }, ZIP],
    ['letters in the ZIP', { zip: '0720A' }, ZIP],
    ['half a ZIP+4', { zip: '07201-12' }, ZIP],
    ['several faults at once', { type: 'air', state: 'XX', limit: '0' }, `${TYPE}; ${STATE}; ${LIMIT}`],
  ])('rejects %s', (_, query, message) => {
    expect(readSearch(query)).toEqual({ ok: false, rejection: { kind: 'invalid', message } });
  });

  it.each(['1e999', '1e', '0x10', ' 5', '5 ', '+5', 'Infinity', 'NaN', '.', '1,5', '٥', '5\n', '--5', '1_0'])(
    'rejects %j for a number',
    (text) => {
      expect(readSearch({ lat: text, lng: text, radius: text, limit: text, page: text })).toEqual({
        ok: false,
        rejection: { kind: 'invalid', message: [LAT, LNG, RADIUS, LIMIT, PAGE].join('; ') },
      });
    },
  );

  it('reads numbers in every decimal notation of JavaScript', () => {
    expect(readSearch({ lat: '.5', lng: '-1.2e1', radius: '1e9', limit: '2e1', page: '3.0' })).toMatchObject({
      ok: true,
      body: { near: { latitude: 0.5, longitude: -12, radiusMiles: 1_000_000_000 }, limit: 20, page: 3 },
    });
  });

  it('returns a search or an error for every query, and never throws', () => {
    const parameter = fc.constantFrom(
      'query',
      'type',
      'city',
      'state',
      'zip',
      'lat',
      'lng',
      'radius',
      'limit',
      'page',
    );
    const value = fc.oneof(
      fc.string({ minLength: 1 }),
      fc.double().map(String),
      fc.constantFrom('rail', 'NJ', '07201'),
    );
    fc.assert(
      fc.property(fc.dictionary(parameter, value), (query) => {
        const read = readSearch(query);
        if (read.ok) expect(read.body).toMatchObject({ limit: expect.any(Number), page: expect.any(Number) });
        else expect(read.rejection.message).not.toBe('');
      }),
    );
  });
});
