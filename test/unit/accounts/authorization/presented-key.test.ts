import { describe, expect, it } from 'vitest';
import { presentedKey } from '../../../../shared/accounts/authorization/presented-key.ts';

const one = (key: string) => ({ sent: 'one', key });
const none = { sent: 'none' };
const several = { sent: 'several' };

describe('the API key in the headers', () => {
  it.each([
    ['x-api-key alone', { 'x-api-key': ['A'] }, one('A')],
    ['x-api-key in any case', { 'X-API-Key': ['A'] }, one('A')],
    ['a Bearer alone', { Authorization: ['Bearer A'] }, one('A')],
    ['a Bearer in any case', { AUTHORIZATION: ['bEARER A'] }, one('A')],
    ['spaces around the key', { Authorization: [' Bearer   A '], 'x-api-key': [' B '] }, one('A')],
    ['a Bearer and x-api-key: the Bearer', { authorization: ['Bearer A'], 'x-api-key': ['B'] }, one('A')],
    ['a key of several characters', { authorization: ['Bearer \t AB 2'] }, one('AB 2')],
    ['a scheme that only ends like Bearer', { authorization: ['XBearer A'], 'x-api-key': ['B'] }, one('B')],
    ['another scheme and x-api-key', { authorization: ['Basic dTpw'], 'x-api-key': ['B'] }, one('B')],
    ['an empty Authorization and x-api-key', { authorization: [''], 'x-api-key': ['B'] }, one('B')],
    ['a scheme that only begins like Bearer', { authorization: ['BearerA'], 'x-api-key': ['B'] }, one('B')],
    ['another scheme and a Bearer', { authorization: ['Basic dTpw', 'Bearer A'] }, one('A')],
    ['the same key twice', { 'x-api-key': ['A', 'A'] }, one('A')],
    ['the same Bearer twice', { authorization: ['Bearer A', 'bearer A'] }, one('A')],
    ['nothing', {}, none],
    ['no value', { 'x-api-key': undefined, authorization: [] }, none],
    ['an empty x-api-key', { 'x-api-key': [''] }, none],
    ['another scheme alone', { authorization: ['Basic dTpw'] }, none],
    ['an empty Bearer', { authorization: ['Bearer'] }, none],
    ['an empty Bearer and x-api-key: the Bearer', { authorization: ['Bearer  '], 'x-api-key': ['B'] }, none],
    ['two different x-api-keys', { 'x-api-key': ['A', 'B'] }, several],
    ['two different x-api-keys by names of other case', { 'x-api-key': ['A'], 'X-Api-Key': ['B'] }, several],
    ['two different Bearers', { authorization: ['Bearer A', 'Bearer B'] }, several],
    ['a Bearer and an empty one', { authorization: ['Bearer A', 'Bearer'] }, several],
    ['one Bearer and two x-api-keys', { authorization: ['Bearer A'], 'x-api-key': ['B', 'C'] }, one('A')],
  ])('%s', (_case, headers, expected) => {
    expect(presentedKey(headers)).toEqual(expected);
  });
});
