import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { destinationText, readDestination } from '../../../web/console/src/rates/destination.ts';
import { MAX_LANES, readPastedLanes } from '../../../web/console/src/rates/pasted-lanes.ts';

const lane = (
  terminal: string,
  destination: string,
  equipment?: string,
  date = '',
  unread: string[] = [],
) => ({
  terminal,
  destination,
  equipment,
  date,
  unread,
});

describe('pasted lanes', () => {
  it.each([
    [
      'tabs',
      'APM Elizabeth Terminal\tChicago\tIL\t60632',
      lane('APM Elizabeth Terminal', 'Chicago, IL 60632'),
    ],
    ['commas', 'Maher Terminals,Allentown,PA', lane('Maher Terminals', 'Allentown, PA')],
    ['semicolons and quotes', '"Port, A";Allentown;PA', lane('Port, A', 'Allentown, PA')],
    [
      'one cell for the place',
      'Maher Terminals\tSt. Paul, MN 55101',
      lane('Maher Terminals', 'St. Paul, MN 55101'),
    ],
    [
      'a ZIP code without its zero',
      'Maher Terminals\tNewark\tNJ\t7114',
      lane('Maher Terminals', 'Newark, NJ 07114'),
    ],
    [
      'equipment and date in any order',
      "Maher Terminals\tNewark\tNJ\t3/9/2026\t40' HC",
      lane('Maher Terminals', 'Newark, NJ', 'container_40hc', '2026-03-09'),
    ],
    [
      'a day that does not exist',
      'Maher Terminals\tNewark\tNJ\t2/30/2026',
      lane('Maher Terminals', 'Newark, NJ', undefined, '', ['2/30/2026']),
    ],
    [
      'equipment of a trailer',
      'Maher Terminals\tNewark\tNJ\tdry van',
      lane('Maher Terminals', 'Newark, NJ', undefined, '', ['dry van']),
    ],
    [
      'headings in another order',
      'ZIP\tState\tCity\tPort\tEquipment\n60632\tIL\tChicago\tMaher Terminals\treefer 20',
      lane('Maher Terminals', 'Chicago, IL 60632', 'reefer_container_20'),
    ],
  ])('with %s', (_, text, expected) => {
    expect(readPastedLanes(text)).toEqual({ lanes: [expected], omitted: 0 });
  });

  it('beyond the maximum of a call are counted, and empty rows are not', () => {
    const rows = Array.from({ length: MAX_LANES + 3 }, (_, row) => `T${row}\tChicago\tIL`);
    const { lanes, omitted } = readPastedLanes(`\n\t\t\n${rows.join('\r\n')}\n\n`);
    expect([lanes.length, omitted, lanes[9]?.terminal]).toEqual([MAX_LANES, 3, 'T9']);
  });

  it('of any text never fail', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), (text) => {
        expect(readPastedLanes(text).lanes.length).toBeLessThanOrEqual(MAX_LANES);
      }),
    );
  });
});

describe('a destination', () => {
  it.each([
    ['Chicago, IL', { city: 'Chicago', state: 'IL', zip: '' }],
    ['chicago il 60632', { city: 'chicago', state: 'IL', zip: '60632' }],
    ["Coeur d'Alene,ID 83814-1234", { city: "Coeur d'Alene", state: 'ID', zip: '83814-1234' }],
    ['Winston-Salem, NC 271011234', { city: 'Winston-Salem', state: 'NC', zip: '27101-1234' }],
  ])('%s is read', (text, expected) => expect(readDestination(text)).toEqual(expected));

  it.each(['', 'Chicago', 'Chicago, Illinois', '60632', 'Chicago, IL 6063', ', IL'])(
    '"%s" is not one',
    (text) => expect(readDestination(text)).toBeUndefined(),
  );

  it('is the same after it was written', () => {
    const word = fc
      .stringMatching(/^[A-Za-z][A-Za-z' -]{0,20}[A-Za-z]$/)
      .map((text) => text.replaceAll(/\s+/g, ' '));
    const place = fc.record({
      city: word,
      state: fc.stringMatching(/^[A-Z]{2}$/),
      zip: fc.oneof(fc.constant(''), fc.stringMatching(/^\d{5}(-\d{4})?$/)),
    });
    fc.assert(fc.property(place, (one) => void expect(readDestination(destinationText(one))).toEqual(one)));
  });
});
