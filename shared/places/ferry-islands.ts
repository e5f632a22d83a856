/**
 * Islands of the mainland's states that only a ferry, a barge or a small plane reaches, by the ZIPs on them (general
 * knowledge). Their distances are measured as if a road led there.
 */
const ZIPS_BY_ISLAND: Readonly<Record<string, string>> = {
  Nantucket: '02554 02564 02584',
  "Martha's Vineyard": '02535 02539 02552 02557 02568 02573 02575',
  Cuttyhunk: '02713',
  'Block Island': '02807',
  'Fishers Island': '06390',
  'Shelter Island': '11964 11965',
  'Fire Island': '11770',
  'Smith Island': '21824 21858 21866',
  Tangier: '23440',
  Ocracoke: '27960',
  'Daufuskie Island': '29915',
  'Sapelo Island': '31327',
  'the islands of Maine':
    '04017 04019 04050 04108 04625 04635 04645 04646 04685 04848 04851 04852 04853 04863',
  'the Lake Erie islands': '43436 43438 43446 43456',
  'Drummond Island': '49726',
  'Mackinac Island': '49757',
  'Bois Blanc Island': '49775',
  'Beaver Island': '49782',
  'Washington Island': '54246',
  'Madeline Island': '54850',
  'Santa Catalina Island': '90704',
  'Vashon Island': '98013 98070',
  'the San Juan Islands': '98222 98243 98245 98250 98261 98279 98280 98286 98297',
  'Lummi Island': '98262',
  'Anderson Island': '98303',
};

const ISLAND_BY_ZIP: ReadonlyMap<string, string> = new Map(
  Object.entries(ZIPS_BY_ISLAND).flatMap(([island, zips]) =>
    zips.split(' ').map((zip) => [zip, island] as const),
  ),
);

/** The island that a five-digit ZIP lies on, where only a ferry leads to it; undefined for all others. */
export const ferryIslandOf = (zip: string): string | undefined => ISLAND_BY_ZIP.get(zip);
