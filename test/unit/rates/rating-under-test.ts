import { UNSET_TARIFF } from '../../../shared/costs/accessorials/own-tariff.ts';
import { dieselFor } from '../../../shared/costs/diesel/diesel-lookup.ts';
import type { Geocoder } from '../../../shared/geography/places/place.ts';
import type { RoadDistances } from '../../../shared/geography/roads/road-distance.ts';
import { NO_MARKET } from '../../../shared/market/store/published-market.ts';
import type { LaneDraft } from '../../../shared/rates/lane.ts';
import { type PriceLanesPorts, priceLanesUseCase } from '../../../shared/rates/price-lanes.ts';
import type { Terminal } from '../../../shared/terminals/catalogue/terminal.ts';
import type { TerminalDirectory } from '../../../shared/terminals/search/embedded-terminal-directory.ts';
import { createInMemoryLedger } from '../accounts/usage/in-memory-account-ledger.ts';

const terminal = (
  facts: Pick<Terminal, 'name' | 'type' | 'city' | 'state'> & Partial<Terminal>,
): Terminal => ({
  aliases: [],
  group: '',
  address: '',
  portCity: facts.city,
  zip: '',
  latitude: 40,
  longitude: -100,
  precision: 'gate',
  smdgCode: '',
  locode: '',
  services: ['container'],
  principal: false,
  port: '',
  hours: '',
  source: 'test',
  verified: true,
  ...facts,
});

const TERMINALS = [
  terminal({
    name: 'West Harbor',
    type: 'marine',
    city: 'San Pedro',
    state: 'CA',
    latitude: 33.7,
    longitude: -118.2,
  }),
  terminal({
    name: 'Prairie Ramp',
    type: 'rail',
    city: 'Elwood',
    state: 'IL',
    latitude: 41.4,
    longitude: -88.1,
  }),
  terminal({ name: 'Valley Inland Port', type: 'intermodal', city: 'Front Royal', state: 'VA' }),
  terminal({ name: 'Isla Wharf', type: 'marine', city: 'San Juan', state: 'PR' }),
];

const directory: TerminalDirectory = {
  byName: (name) => {
    const found = TERMINALS.find((candidate) => candidate.name === name);
    return found && { terminal: found, warnings: [] };
  },
  open: () => TERMINALS,
  titlesWith: () => [],
  suggest: (name, count) =>
    name === 'nowhere near' ? [] : TERMINALS.map((near) => near.name).slice(0, count),
};

/** Finds every city except Nowhere..., with a warning for Unsure...; ZIPs that start with 9 are in California. */
const geocoder: Geocoder = {
  findSimilar: (name, state) =>
    name === 'Nowhr' ? { city: 'Nowhere', state, zip: '', latitude: 34, longitude: -117 } : undefined,
  suggest: (text) => (text.startsWith('Nowhere near') ? ['Near, CA'] : []),
  locate: ({ city, state, zip }) => {
    if (zip?.startsWith('9') && state !== 'CA') {
      return { found: false, reason: 'zip-in-other-state', zipState: 'CA' };
    }
    if (city.startsWith('Nowh')) return { found: false, reason: 'unknown' };
    const warnings = city.startsWith('Unsure') ? ['City and ZIP disagree: the ZIP counts.'] : [];
    const place = { city, state, zip: zip?.slice(0, 5) ?? '', latitude: 34, longitude: -117 };
    return { found: true, place, warnings };
  },
};

/** The same miles for every destination; none for Hawaii. */
const roadDistances = (miles: number): RoadDistances => ({
  between: async (_origin, destination) =>
    destination.state === 'HI'
      ? { routable: false }
      : { routable: true, miles, source: 'test road', warnings: [] },
});

export const CALLER = { orgId: 'org_1', mode: 'test' } as const;

/** The use case on fakes: 33 miles, the bundled diesel prices, a Wednesday, an account with a limit of 1,000 calls. */
export function ratingUnderTest(
  changes: Partial<PriceLanesPorts> & { miles?: number; now?: () => Date } = {},
) {
  const ledger = createInMemoryLedger();
  ledger.setOrganization(CALLER.orgId, { billing: true, usageLimit: 1_000 });
  const { miles = 33, ...ports } = changes;
  const priceLanes = priceLanesUseCase({
    terminals: { current: async () => directory },
    geocoder,
    roadDistances: roadDistances(miles),
    roadRoutes: {
      route: ({ origin, destination }) => ({
        source: 'test road',
        miles,
        points: [origin, destination],
        highways: [{ name: 'I-1', miles }],
        notes: [],
      }),
    },
    diesel: { current: async () => dieselFor },
    market: { current: async () => NO_MARKET },
    lanes: { read: async (_owner, lanes) => lanes.map(() => ({ market: {}, own: {} })) },
    tariffs: { read: async () => UNSET_TARIFF },
    ledger,
    now: () => new Date('2026-10-07T12:00:00Z'),
    ...ports,
  });
  return { priceLanes, ledger };
}

/** A valid lane draft with changes. */
export function lane(changes: Partial<LaneDraft['fields']> = {}, errors: readonly string[] = []): LaneDraft {
  return {
    fields: {
      originTerminal: 'West Harbor',
      originType: undefined,
      destinationCity: 'Ontario',
      destinationState: 'CA',
      destinationZip: '91761',
      equipment: undefined,
      hazmat: undefined,
      overweight: undefined,
      date: undefined,
      ...changes,
    },
    errors,
  };
}
