import { describe, expect, it } from 'vitest';
import { createEmbeddedGeocoder } from '../../../../shared/geography/places/embedded-geocoder.ts';
import { resolveStops } from '../../../../shared/quotes/stops/resolve-stops.ts';
import { loadTerminals } from '../../../../shared/terminals/catalogue/embedded-terminals.ts';
import { PORTS } from '../../../../shared/terminals/catalogue/ports.ts';
import { resolvePlace } from '../../../../shared/terminals/resolution/resolve-place.ts';
import { buildEmbeddedDirectory } from '../../../../shared/terminals/search/embedded-terminal-directory.ts';

const SOURCES = {
  terminals: buildEmbeddedDirectory(loadTerminals()),
  places: createEmbeddedGeocoder(),
};

const resolveOrigin = (origin: string, ofContainer = true) =>
  resolveStops(SOURCES, { origin, destination: undefined }, ofContainer);

/** What a text means: the name of the stop, its terminal, its ports, and whether it is a UN/LOCODE without a port. */
function meaningOf(origin: string, ofContainer = true) {
  const { origin: found, rejection } = resolveOrigin(origin, ofContainer);
  expect(rejection).toBeUndefined();
  return [found?.stop.name, found?.terminal?.name, found?.ports.map(({ locode }) => locode), found?.byLocode];
}

describe('the text of a stop', () => {
  it.each([
    ['USLAX', 'Los Angeles, CA', ['USLAX']],
    [' uslax ', 'Los Angeles, CA', ['USLAX']],
    ['Port of LA', 'Los Angeles, CA', ['USLAX']],
    ['Port of Savannah, GA', 'Savannah, GA', ['USSAV']],
    // Other codes and generated names of a port are at their own city.
    ['USEWR', 'Newark, NJ', ['USNYC']],
    ['USEZA', 'Elizabeth, NJ', ['USNYC']],
    ['USPHF', 'Newport News, VA', ['USORF']],
    ['us-ptm', 'Portsmouth, VA', ['USORF']],
    ['USCHT', 'Chester, PA', ['USPHL']],
    ['USPBI', 'West Palm Beach, FL', ['USPAB']],
    ['USNYC', 'New York, NY', ['USNYC']],
    ['Port of Newark', 'Newark, NJ', ['USNYC']],
    ['Port Newark, NJ', 'Newark, NJ', ['USNYC']],
    ['Port of Portsmouth', 'Portsmouth, VA', ['USORF']],
    ['Port of Virginia', 'Norfolk, VA', ['USORF']],
    // The place of the port with the larger throughput.
    ['San Pedro Bay', 'Los Angeles, CA', ['USLAX', 'USLGB']],
  ])('%j means ports', (text, place, ports) => {
    expect(meaningOf(text)).toEqual([place, undefined, ports, false]);
  });

  it.each([
    ['Seagirt, MD', 'Seagirt Marine Terminal'],
    ['Rickenbacker Intermodal', 'NS Rickenbacker'],
    ['BNSF Chicago', 'BNSF Corwith'],
    ['APM Terminals Pier 400', 'APM Terminals Pier 400'],
    [' APM Terminals Pier 400 ', 'APM Terminals Pier 400'],
  ])('%j means a terminal, without a warning', (text, terminal) => {
    expect(meaningOf(text)).toEqual([terminal, terminal, [], false]);
    expect(resolveOrigin(text).warnings).toEqual([]);
  });

  it.each([
    ['Conley', 'Conley Container Terminal', 'Boston, MA'],
    [' Seagirt ', 'Seagirt Marine Terminal', 'Baltimore, MD'],
    ['Alliance', 'BNSF Alliance', 'Haslet, TX'],
    ['Garden City', 'Garden City Terminal', 'Garden City, GA'],
  ])('%j means a terminal for a container, with a warning', (text, terminal, where) => {
    expect(meaningOf(text)).toEqual([terminal, terminal, [], false]);
    expect(resolveOrigin(text).warnings).toEqual([
      `"${text.trim()}" is read as the terminal ${terminal} in ${where}. To use a town of the same name, add its state.`,
    ]);
  });

  it('means a town for a trailer, also if a terminal has its name', () => {
    expect(meaningOf('Conley', false)).toEqual(['Conley, GA', undefined, [], false]);
  });

  it.each([
    // Norfolk is also the town of the terminal.
    ['Norfolk', 'Norfolk, VA'],
    ['Conley, GA', 'Conley, GA'],
    ['Garden City, GA', 'Garden City, GA'],
    ['30288', 'Conley, GA 30288'],
  ])('%j means a town, also for a container', (text, town) => {
    expect(meaningOf(text)).toEqual([town, undefined, [], false]);
  });

  it('is marked if it is the UN/LOCODE of a town without a port', () => {
    expect(meaningOf('USCHI')).toEqual(['Chicago, IL', undefined, [], true]);
  });

  it('is at the same place as a UN/LOCODE without its port', () => {
    for (const code of PORTS.flatMap(({ locodes }) => locodes)) {
      const { stop } = resolveOrigin(code).origin ?? {};
      const alone = resolvePlace(SOURCES, code);
      const { latitude, longitude } = alone.kind === 'place' ? alone.place : { latitude: 0, longitude: 0 };
      expect([code, stop?.latitude, stop?.longitude]).toEqual([code, latitude, longitude]);
    }
  });

  it('is ambiguous if ports of its name are far apart', () => {
    expect(resolveOrigin('Port of Wilmington')).toMatchObject({
      origin: undefined,
      rejection: {
        details: {
          field: 'origin',
          value: 'Port of Wilmington',
          candidates: [
            { name: 'Wilmington', state: 'DE', zip: '19801' },
            { name: 'Wilmington', state: 'NC', zip: '28403' },
          ],
        },
      },
    });
  });

  it('is ambiguous for several towns, and the errors of both stops are in the details of the first', () => {
    const { origin, destination, rejection, warnings } = resolveStops(
      SOURCES,
      { origin: 'Nowhere at all', destination: 'Springfield' },
      true,
    );

    expect([origin, destination, warnings]).toEqual([undefined, undefined, []]);
    expect(rejection).toMatchObject({
      message: expect.stringMatching(/^Unknown origin "Nowhere at all"\./),
      details: {
        field: 'origin',
        value: 'Nowhere at all',
        errors: [
          { field: 'origin', message: rejection?.message },
          { field: 'destination', message: expect.stringMatching(/"Springfield" matches several places/) },
        ],
      },
    });
  });

  it('is rejected with the name of its stop', () => {
    const texts = { origin: 'Conley', destination: 'Nowhere at all' };
    const { origin, destination, rejection, warnings } = resolveStops(SOURCES, texts, true);

    expect(origin?.terminal?.name).toBe('Conley Container Terminal');
    expect(destination).toBeUndefined();
    expect(warnings).toHaveLength(1);
    expect(rejection?.details).toMatchObject({
      field: 'destination',
      errors: [{ field: 'destination', message: rejection?.message }],
    });
  });

  it('can be absent', () => {
    expect(resolveStops(SOURCES, { origin: undefined, destination: undefined }, true)).toEqual({
      origin: undefined,
      destination: undefined,
      rejection: undefined,
      warnings: [],
    });
  });
});
