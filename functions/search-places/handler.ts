import { openPlaceIndex } from '../../shared/geography/places/embedded-geocoder.ts';
import { suggestPlaces } from '../../shared/geography/suggest-places.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { succeed } from '../../shared/platform/http/outcome.ts';
import { definition } from './definition.ts';
import { describeSuggestion, readPlaceSearch } from './schema.ts';

const index = openPlaceIndex();

export const handler = createApiHandler(definition, ({ query }) => {
  const search = readPlaceSearch(query);
  if (!search.ok) return search;
  const { query: text, limit } = search.body;
  return succeed({
    status: 'success' as const,
    data: suggestPlaces(index, text, limit).map(describeSuggestion),
  });
});
