import { describe, expect, it } from 'vitest';
import {
  readKeyCreation,
  readOverlapHours,
} from '../../../../shared/accounts/key-operations/read-key-body.ts';
import { NOW } from './keys-under-test.ts';

const BODY = { name: 'Booking', scopes: ['read'] };
const invalid = (message: string) => ({ ok: false, rejection: { kind: 'invalid', message } });
const NAME = 'name must be a text of 1 to 100 characters without control characters';
const SCOPES = 'must be a list of one or more of read, write, admin, each once';
const EXPIRES_AT = 'expiresAt must be a UTC time such as 2027-03-02T10:00:00Z';

describe('the body of a key creation', () => {
  it('has a name without outer spaces, and scopes in a fixed order', () => {
    expect(readKeyCreation({ name: ' Booking ', scopes: ['admin', 'write', 'read'] }, NOW)).toEqual({
      ok: true,
      body: { name: 'Booking', scopes: ['read', 'write', 'admin'] },
    });
  });

  it.each([undefined, null])('can have the expiry %s', (expiresAt) => {
    expect(readKeyCreation({ ...BODY, expiresAt }, NOW)).toEqual({
      ok: true,
      body: { name: 'Booking', scopes: ['read'] },
    });
  });

  it.each(['', ' ', 'x'.repeat(101), '\u{1f6a2}'.repeat(101), 'two\nlines', '\ud800', 7, null])(
    'cannot have the name %j',
    (name) => {
      expect(readKeyCreation({ ...BODY, name }, NOW)).toEqual(invalid(NAME));
    },
  );

  it.each(['x', 'x'.repeat(100), '\u{1f6a2}'.repeat(100)])('can have the name %s', (name) => {
    expect(readKeyCreation({ ...BODY, name }, NOW)).toMatchObject({ ok: true, body: { name } });
  });

  it.each([[[]], [['read', 'read']], [['read', 'write', 'admin', 'read']], ['read']])(
    'cannot have the scopes %j',
    (scopes) => {
      const answer = readKeyCreation({ ...BODY, scopes }, NOW);
      expect(answer).toMatchObject({
        ok: false,
        rejection: { message: expect.stringContaining(`scopes ${SCOPES}`) },
      });
    },
  );

  it('names an unknown scope by its position', () => {
    expect(readKeyCreation({ ...BODY, scopes: ['read', 'delete'] }, NOW)).toEqual(
      invalid('scopes[1] must be one of read, write, admin'),
    );
    expect(readKeyCreation({ ...BODY, scopes: [['read'], 7] }, NOW)).toEqual(
      invalid('scopes[0] must be one of read, write, admin; scopes[1] must be one of read, write, admin'),
    );
  });

  it('has a short message for a long list of invalid scopes', () => {
    expect(readKeyCreation({ ...BODY, scopes: Array(82_000).fill('delete') }, NOW)).toEqual(
      invalid(`scopes ${SCOPES}`),
    );
  });

  it('cannot have other fields', () => {
    expect(readKeyCreation({ ...BODY, mode: 'live' }, NOW)).toEqual(
      invalid('mode is not a field of this operation'),
    );
  });

  it.each(['', 'tomorrow', '2027-03-02', '2027-03-02T10:00:00+01:00x', 7])(
    'cannot have the expiry %j',
    (expiresAt) => {
      expect(readKeyCreation({ ...BODY, expiresAt }, NOW)).toEqual(invalid(EXPIRES_AT));
    },
  );

  it('has an expiry in the future, at most 10 years ahead', () => {
    const read = (expiresAt: string) => readKeyCreation({ ...BODY, expiresAt }, NOW);
    const latest = new Date(NOW.getTime() + 10 * 366 * 86_400_000).toISOString();

    expect(read('2027-03-01T10:00:00Z')).toEqual(
      invalid('expiresAt must be in the future; it is 2027-03-01T10:00:00.000Z'),
    );
    expect(read('2027-03-01T10:00:01Z')).toMatchObject({ body: { expiresAt: '2027-03-01T10:00:01.000Z' } });
    expect(read(latest)).toMatchObject({ body: { expiresAt: latest } });
    expect(read('2037-03-08T10:00:01Z')).toEqual(invalid('expiresAt must be at most 10 years ahead'));
  });
});

describe('the body of a rotation', () => {
  it.each([
    [undefined, 24],
    [null, 24],
    [{}, 24],
    [{ overlapHours: null }, 24],
    [{ overlapHours: 0 }, 0],
    [{ overlapHours: 168 }, 168],
  ])('%j has the overlap of %d hours', (body, hours) => {
    expect(readOverlapHours(body)).toEqual({ ok: true, body: hours });
  });

  it.each([-1, 169, 1.5, '24'])('cannot have the overlap %j', (overlapHours) => {
    expect(readOverlapHours({ overlapHours })).toEqual(
      invalid('overlapHours must be an integer from 0 to 168'),
    );
  });

  it.each([[[]], [[{ overlapHours: 1 }]], ['text'], [7], [false]])('cannot be %j', (body) => {
    expect(readOverlapHours(body)).toEqual(invalid('body must be a JSON object, or be left out'));
  });

  it('cannot have other fields', () => {
    expect(readOverlapHours({ hours: 1 })).toEqual(invalid('hours is not a field of this operation'));
  });
});
