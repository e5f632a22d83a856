import { describe, expect, it } from 'vitest';
import { toSearchRequest } from '../../../../shared/terminals/opensearch/opensearch-query.ts';

const PAGE = { limit: 10, page: 1 };
const near = { latitude: 33.7, longitude: -118.3, radiusMiles: 50 };

/** Fields that must contain words with a prefix from the text. */
const filterOf = (query: Parameters<typeof toSearchRequest>[0]) =>
  (toSearchRequest(query) as { query: { bool: { filter: unknown[] } } }).query.bool.filter;
const wordIn = (field: string) => ({ prefix: { [field]: { value: 'pier' } } });
const stateIn = (field: string) => ({ term: { [field]: { value: 'CA' } } });

describe('the request to OpenSearch', () => {
  it('compares names only where the query has no place', () => {
    const filter = filterOf({ ...PAGE, text: 'California Pier' });

    expect(filter).toContainEqual(wordIn('words'));
    expect(filter).toContainEqual(stateIn('namedStates'));
  });

  it.each([{ city: 'San Pedro' }, { state: 'CA' }, { zip: '90731' }, { near }])(
    'compares names and addresses with %j',
    (place) => {
      const filter = filterOf({ ...PAGE, text: 'California Pier', ...place });

      expect(filter).toContainEqual(wordIn('wordsAndAddress'));
      expect(filter).toContainEqual(stateIn('namedStatesAndAddress'));
    },
  );

  it('accepts a state or its plain word at the end of the text', () => {
    const filter = filterOf({ ...PAGE, text: 'Pier California' });

    const word = { prefix: { words: { value: 'california' } } };
    const should = [stateIn('namedStates'), word];
    expect(filter).toContainEqual({ bool: { should, minimum_should_match: 1 } });
  });

  it('is undefined for a text without words, and requests only the total past the last page', () => {
    expect(toSearchRequest({ ...PAGE, text: '--' })).toBeUndefined();
    expect(toSearchRequest({ text: 'pier', limit: 100, page: 10_001 })).toMatchObject({ size: 0 });
  });
});
