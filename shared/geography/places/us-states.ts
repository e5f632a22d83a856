import { isOneEditFrom } from '../../platform/text/one-edit.ts';

/**
 * Full names by two-letter code (USPS Publication 28): the 50 states and DC, the territories that have ZIP codes, and
 * the three military "states", which no road reaches.
 */
export const US_STATES: ReadonlyMap<string, string> = new Map([
  ['AL', 'Alabama'],
  ['AK', 'Alaska'],
  ['AZ', 'Arizona'],
  ['AR', 'Arkansas'],
  ['CA', 'California'],
  ['CO', 'Colorado'],
  ['CT', 'Connecticut'],
  ['DE', 'Delaware'],
  ['DC', 'District of Columbia'],
  ['FL', 'Florida'],
  ['GA', 'Georgia'],
  ['HI', 'Hawaii'],
  ['ID', 'Idaho'],
  ['IL', 'Illinois'],
  ['IN', 'Indiana'],
  ['IA', 'Iowa'],
  ['KS', 'Kansas'],
  ['KY', 'Kentucky'],
  ['LA', 'Louisiana'],
  ['ME', 'Maine'],
  ['MD', 'Maryland'],
  ['MA', 'Massachusetts'],
  ['MI', 'Michigan'],
  ['MN', 'Minnesota'],
  ['MS', 'Mississippi'],
  ['MO', 'Missouri'],
  ['MT', 'Montana'],
  ['NE', 'Nebraska'],
  ['NV', 'Nevada'],
  ['NH', 'New Hampshire'],
  ['NJ', 'New Jersey'],
  ['NM', 'New Mexico'],
  ['NY', 'New York'],
  ['NC', 'North Carolina'],
  ['ND', 'North Dakota'],
  ['OH', 'Ohio'],
  ['OK', 'Oklahoma'],
  ['OR', 'Oregon'],
  ['PA', 'Pennsylvania'],
  ['RI', 'Rhode Island'],
  ['SC', 'South Carolina'],
  ['SD', 'South Dakota'],
  ['TN', 'Tennessee'],
  ['TX', 'Texas'],
  ['UT', 'Utah'],
  ['VT', 'Vermont'],
  ['VA', 'Virginia'],
  ['WA', 'Washington'],
  ['WV', 'West Virginia'],
  ['WI', 'Wisconsin'],
  ['WY', 'Wyoming'],
  ['PR', 'Puerto Rico'],
  ['GU', 'Guam'],
  ['VI', 'U.S. Virgin Islands'],
  ['AS', 'American Samoa'],
  ['MP', 'Northern Mariana Islands'],
  ['AA', 'Armed Forces Americas'],
  ['AE', 'Armed Forces Europe'],
  ['AP', 'Armed Forces Pacific'],
]);

/** Common names and traditional abbreviations in addition to the full names. */
const OTHER_NAMES = `virgin islands=VI, washington dc=DC, ala=AL, ariz=AZ, ark=AR, calif=CA, colo=CO, conn=CT, dela=DE, fla=FL,
ill=IL, ind=IN, kan=KS, kans=KS, mass=MA, mich=MI, minn=MN, miss=MS, neb=NE, nebr=NE, nev=NV, okla=OK, ore=OR, oreg=OR, penn=PA,
penna=PA, tenn=TN, tex=TX, wash=WA, wis=WI, wisc=WI, wyo=WY, w va=WV, n dak=ND, s dak=SD, n mex=NM, mont=MT`;

let codesByName: ReadonlyMap<string, string> | undefined;

/**
 * Reads a state code or name.
 * @param text a code ("CA", "ca", "D.C.") or a full name ("West Virginia"), with single spaces.
 * @returns the two-letter code, or undefined if the text is not a state.
 */
export function readState(text: string): string | undefined {
  const plain = text.replaceAll('.', '').trim();
  const code = plain.toUpperCase();
  if (US_STATES.has(code)) return code;
  codesByName ??= new Map([
    ...Array.from(US_STATES, ([state, name]) => [name.replaceAll('.', '').toLowerCase(), state] as const),
    ...OTHER_NAMES.split(/,\s/).map((entry) => entry.split('=') as [name: string, code: string]),
  ]);
  return codesByName.get(plain.toLowerCase());
}

/** A shorter name with another letter can be any word. */
const MIN_LETTERS_OF_MISSPELLED = 5;

/**
 * The state whose full name a text misspells by one letter or by two letters in the wrong order: "Flordia".
 * @returns undefined if there is none, or several.
 */
export function misspelledState(text: string): string | undefined {
  const name = text.trim().toLowerCase();
  if (name.length < MIN_LETTERS_OF_MISSPELLED) return undefined;
  const [state, ...others] = [...US_STATES].filter(([, full]) => isOneEditFrom(full.toLowerCase(), name));
  return others.length === 0 ? state?.[0] : undefined;
}

const ZIP = /^(\d{5})(?:-?\d{4})?$/;

/**
 * Reads a ZIP code.
 * @param text "90731", "90731-1234" or "907311234"; spaces at the ends are ignored.
 * @returns the five digits, or undefined if the text is not a ZIP code.
 */
export function fiveDigitZip(text: string): string | undefined {
  return ZIP.exec(text.trim())?.[1];
}

/**
 * State code of a military ZIP code (APO, FPO, DPO) by its prefix: 090-098 AE, 340 AA, 962-966 AP. Source: USPS
 * Publication 28, appendix on military addresses.
 * @param zip five digits.
 * @returns undefined for a civilian ZIP code.
 */
export function militaryState(zip: string): 'AA' | 'AE' | 'AP' | undefined {
  if (/^09[0-8]/.test(zip)) return 'AE';
  if (zip.startsWith('340')) return 'AA';
  return /^96[2-6]/.test(zip) ? 'AP' : undefined;
}
