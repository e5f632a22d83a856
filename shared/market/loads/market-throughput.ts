import { PORT_FACTS } from '../../terminals/catalogue/port-facts.ts';

/** Freight markets and the UN/LOCODEs of their container ports. */
const PORTS: Readonly<Record<string, readonly string[]>> = {
  'los-angeles': ['USLAX', 'USLGB', 'USNTD'],
  'new-york': ['USNYC'],
  savannah: ['USSAV'],
  houston: ['USHOU', 'USFPO'],
  norfolk: ['USORF'],
  seattle: ['USSEA', 'USTIW'],
  charleston: ['USCHS'],
  oakland: ['USOAK'],
  miami: ['USMIA', 'USPEF', 'USPAB'],
  jacksonville: ['USJAX'],
  baltimore: ['USBAL'],
  philadelphia: ['USPHL', 'USILG'],
  'new-orleans': ['USMSY', 'USGPT'],
  mobile: ['USMOB'],
  boston: ['USBOS'],
  'wilmington-nc': ['USILM'],
  tampa: ['USTPA', 'USPME'],
  'san-diego': ['USSAN'],
  portland: ['USPDX'],
  orlando: ['USPCV'],
  'portland-me': ['USPWM'],
  anchorage: ['USANC'],
  honolulu: ['USHNL'],
  'san-juan': ['PRSJU'],
  guam: ['GUGUM'],
};

const TEU = new Map(PORT_FACTS.map(({ locode, teu }) => [locode, teu]));

/** Published throughput of freight markets with container ports, in twenty-foot units a year. */
export const MARKET_TEU: ReadonlyMap<string, number> = new Map(
  Object.entries(PORTS).map(([market, ports]) => [
    market,
    // Ports of an alliance publish one figure.
    [...new Set(ports.map((port) => TEU.get(port) ?? 0))].reduce((sum, teu) => sum + teu, 0),
  ]),
);
