import { describe, expect, it } from '@jest/globals';
import { createEmbeddedGeocoder } from '../../../shared/places/embedded-geocoder.ts';
import { ferryIslandOf } from '../../../shared/places/ferry-islands.ts';

const geocoder = createEmbeddedGeocoder();

function islandOf(address: string): string | undefined {
  const [city = '', state = ''] = address.split(', ');
  const located = geocoder.locate({ city, state });
  if (!located.found) throw new Error(`${address} is unknown`);
  return ferryIslandOf(located.place.zip);
}

describe('islands that only a ferry reaches', () => {
  it.each([
    ['Nantucket, MA', 'Nantucket'],
    ['Edgartown, MA', "Martha's Vineyard"],
    ['Block Island, RI', 'Block Island'],
    ['Ocracoke, NC', 'Ocracoke'],
    ['Put In Bay, OH', 'the Lake Erie islands'],
    ['Mackinac Island, MI', 'Mackinac Island'],
    ['Avalon, CA', 'Santa Catalina Island'],
    ['Friday Harbor, WA', 'the San Juan Islands'],
    ['Vashon, WA', 'Vashon Island'],
    ['Vinalhaven, ME', 'the islands of Maine'],
  ])('are known by the ZIP of %s', (address, island) => {
    expect(islandOf(address)).toBe(island);
  });

  it.each([
    'Woods Hole, MA',
    'Greenport, NY',
    'Hatteras, NC',
    'Mackinaw City, MI',
    'Bayfield, WI',
    'San Pedro, CA',
    'Anacortes, WA',
    'Bainbridge Island, WA',
    'Galveston, TX',
    'Key West, FL',
    'Hilton Head Island, SC',
    'Staten Island, NY',
  ])('are told from their harbours, and from islands with a bridge: %s', (address) => {
    expect(islandOf(address)).toBeUndefined();
  });

  it('are none for a place without a ZIP', () => {
    expect(ferryIslandOf('')).toBeUndefined();
  });
});
