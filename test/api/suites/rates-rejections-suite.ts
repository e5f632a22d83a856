import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ServiceUnderTest } from '../../support/service-under-test.ts';
import { type RatesCaller, ratesCaller, TO_COLUMBUS } from './rates-caller.ts';

const TERMINAL = 'originTerminal must be a valid terminal name from the terminals list';
const CITY = 'destinationCity must be a string of 1 to 100 characters';
const CITY_ALPHABET = 'destinationCity must contain only letters, spaces, hyphens, and apostrophes';
const CITY_LETTERS = 'destinationCity must contain at least one letter';
const STATE = 'destinationState must be a valid 2-letter US state code';
const ZIP = 'destinationZip must be a 5-digit or ZIP+4 (9-digit) ZIP code';
const ORIGIN_TYPE = 'originType must be marine, rail or intermodal';
const EQUIPMENT =
  'equipment must be a container: container_20, container_40, container_40hc, container_45hc, reefer_container_20, reefer_container_40, flatrack, open_top, iso_tank, domestic_53';
const NOT_AN_OBJECT = 'request must be an object with originTerminal, destinationCity and destinationState';

const { destinationZip, ...WITHOUT_ZIP } = TO_COLUMBUS;
const NO_BATCH = 'The request body must be a JSON array of 1 to 10 lanes.';

/** Rejections of rates with their messages: sections 2.5, 4.5, 7 and 8 of the interface specification. */
export function ratesRejectionsSuite(service: () => ServiceUnderTest): void {
  describe('rates are rejected for', () => {
    let caller: RatesCaller;
    beforeAll(async () => {
      caller = await ratesCaller(service());
    });

    const expectRejection = async (
      body: unknown,
      message: string,
      topLevel: Record<string, unknown> = {},
    ) => {
      const { status, json } = await caller.ask(body);
      expect([status, json]).toEqual([
        400,
        { error: { code: 400, type: expect.any(String), message }, ...topLevel },
      ]);
    };
    const expectFaults = (body: unknown, errors: readonly { index: number; errors: readonly string[] }[]) =>
      expectRejection(body, 'Validation errors in requests', { errors });

    it.each([[[]], [{}], [null], ['[]'], ['10'], [10], [true]])(
      'a body that is not a batch of lanes: %j',
      async (body) => {
        await expectRejection(body, NO_BATCH);
      },
    );

    it.each([11, 10_000])('a batch of %d lanes', async (length) => {
      await expectRejection(
        Array.from({ length }, () => ({})),
        `At most 10 lanes can be priced in one call; ${length} were sent.`,
      );
    });

    it.each([[[null]], [[[]]], [['lane']], [[7]]])('an item that is not a lane: %j', async (body) => {
      await expectFaults(body, [{ index: 0, errors: [NOT_AN_OBJECT] }]);
    });

    it.each<[Record<string, unknown>, string]>([
      [{ destinationCity: 'a'.repeat(101) }, 'destinationCity must be at most 100 characters'],
      [{ destinationCity: 'St. Louis' }, CITY_ALPHABET],
      [{ destinationCity: '12345' }, CITY_ALPHABET],
      [{ destinationCity: 'Columbus 2' }, CITY_ALPHABET],
      [{ destinationCity: 'Columbus, OH' }, CITY_ALPHABET],
      [{ destinationCity: 'Columbus\u{1f69b}' }, CITY_ALPHABET],
      [{ destinationCity: '' }, CITY_LETTERS],
      [{ destinationCity: '   ' }, CITY_LETTERS],
      [{ destinationCity: "-'-" }, CITY_LETTERS],
      [{ destinationCity: 43215 }, CITY],
      [{ destinationCity: null }, CITY],
      [{ destinationZip: '1234' }, ZIP],
      [{ destinationZip: '12345-' }, ZIP],
      [{ destinationZip: '12345-678' }, ZIP],
      [{ destinationZip: '1234567' }, ZIP],
      [{ destinationZip: 43215 }, ZIP],
      [{ destinationState: 'XX' }, STATE],
      [{ destinationState: 'Ohio' }, STATE],
      [{ destinationState: 39 }, STATE],
      [{ destinationState: '' }, STATE],
      [{ originType: 'air' }, ORIGIN_TYPE],
      [{ originType: ' ' }, ORIGIN_TYPE],
      [{ originType: 'intermodal' }, 'originType must be marine for this terminal'],
      [{ originTerminal: 7 }, TERMINAL],
      [{ originTerminal: '' }, TERMINAL],
      [{ originTerminal: null }, TERMINAL],
      [{ equipment: 'dryvan' }, EQUIPMENT],
      [{ equipment: 'reefer' }, EQUIPMENT],
      [{ equipment: 'flatbed' }, EQUIPMENT],
      [{ equipment: 'submarine' }, EQUIPMENT],
      [{ equipment: 40 }, EQUIPMENT],
      [{ hazmat: 'true' }, 'hazmat must be true or false'],
      [{ hazmat: 1 }, 'hazmat must be true or false'],
      [{ overweight: 'yes' }, 'overweight must be true or false'],
      [{ date: '2026-02-30' }, 'date must be a calendar day as YYYY-MM-DD'],
      [{ date: 'tomorrow' }, 'date must be a calendar day as YYYY-MM-DD'],
      [{ date: 20261007 }, 'date must be a calendar day as YYYY-MM-DD'],
      [{ destinationState: 'NJ' }, 'destinationZip must be in destinationState: 43215 is in OH'],
      [{ originType: 'rail' }, 'originType must be marine for this terminal'],
      [{ originTerminal: 'BNSF Corwith', originType: 'marine' }, 'originType must be rail for this terminal'],
    ])('a lane with %j', async (fault, error) => {
      await expectFaults([{ ...TO_COLUMBUS, ...fault }], [{ index: 0, errors: [error] }]);
    });

    it.each(['0001-01-01', '9999-12-31'])('a date too far from today: %s', async (date) => {
      const { status, json } = await caller.ask([{ ...TO_COLUMBUS, date }]);
      const error = expect.stringMatching(/^date must be from \d{4}-\d{2}-\d{2} to \d{4}-\d{2}-\d{2}$/);
      expect([status, json]).toEqual([
        400,
        {
          error: { code: 400, type: 'invalid_lanes', message: 'Validation errors in requests' },
          errors: [{ index: 0, errors: [error] }],
        },
      ]);
    });

    it('several invalid lanes: the response contains all errors of each lane by index', async () => {
      await expectFaults(
        [
          TO_COLUMBUS,
          {},
          TO_COLUMBUS,
          { ...TO_COLUMBUS, originType: 'air', hazmat: 'no', equipment: 'dryvan' },
        ],
        [
          { index: 1, errors: [TERMINAL, CITY, STATE] },
          { index: 3, errors: [ORIGIN_TYPE, EQUIPMENT, 'hazmat must be true or false'] },
        ],
      );
    });

    it('one unknown terminal: the message contains its name and similar names', async () => {
      const { status, json } = await caller.ask([
        TO_COLUMBUS,
        { ...TO_COLUMBUS, originTerminal: 'APM Elisabeth Terminal' },
      ]);
      expect([status, json]).toEqual([
        400,
        {
          error: { code: 400, type: 'unknown_terminal', message: 'Invalid terminal: APM Elisabeth Terminal' },
          errors: [{ index: 1, errors: [TERMINAL] }],
          suggestions: [{ index: 1, names: expect.arrayContaining(['APM Elizabeth Terminal']) }],
        },
      ]);
    });

    it('an unknown terminal and another error: the response is a validation error', async () => {
      const { status, json } = await caller.ask([
        { ...TO_COLUMBUS, originTerminal: 'apm elizabeth terminal' },
        { ...TO_COLUMBUS, destinationState: 'XX' },
      ]);
      expect(status).toBe(400);
      expect(json).toMatchObject({
        error: { code: 400, type: 'invalid_lanes', message: 'Validation errors in requests' },
        errors: [
          { index: 0, errors: [TERMINAL] },
          { index: 1, errors: [STATE] },
        ],
        suggestions: [{ index: 0, names: expect.arrayContaining(['APM Elizabeth Terminal']) }],
      });
    });

    it.each(['USOAK', 'Port of Oakland'])('the port %s, whose terminals are suggested', async (port) => {
      const { json } = await caller.ask([{ ...TO_COLUMBUS, originTerminal: port }]);
      const [{ names }] = (json as { suggestions: [{ names: readonly string[] }] }).suggestions;
      expect(names).toContain('Everport Oakland');
      expect(names).not.toContain('APM Terminals Pier 400');
    });

    it('an unknown destination', async () => {
      const message = 'Unable to geocode destination address: Nowhereville, OH';
      await expectRejection([{ ...WITHOUT_ZIP, destinationCity: 'Nowhereville' }], message, {
        errors: [{ index: 0, errors: [message] }],
      });
    });

    it.each([
      ['Honolulu', 'HI'],
      ['San Juan', 'PR'],
      ['Hagatna', 'GU'],
    ])('a destination without a road: %s, %s', async (destinationCity, destinationState) => {
      const message = `Distance cannot be calculated from APM Elizabeth Terminal to ${destinationCity}, ${destinationState}: no road leads there.`;
      await expectRejection([{ ...WITHOUT_ZIP, destinationCity, destinationState }], message, {
        errors: [{ index: 0, errors: [message] }],
      });
    });
  });
}
