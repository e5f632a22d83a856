import { createEmbeddedGeocoder } from '../../shared/geography/places/embedded-geocoder.ts';
import { loadTerminals } from '../../shared/terminals/catalogue/embedded-terminals.ts';
import type { PlaceSources } from '../../shared/terminals/resolution/resolve-place.ts';
import { buildEmbeddedDirectory } from '../../shared/terminals/search/embedded-terminal-directory.ts';

/** The places and terminals of the bundle. */
export const PLACE_SOURCES: PlaceSources = {
  places: createEmbeddedGeocoder(),
  terminals: buildEmbeddedDirectory(loadTerminals()),
};
