import type { LocatedInState } from '../../geography/places/place.ts';

/**
 * Places of shipping districts: a central town, its point, the months of the main harvest (first-last), and road miles of
 * this service's own roads to the destinations, in their order. Towns and months are general knowledge of the trade.
 */
const DISTRICT_PLACES = `
Nogales, AZ|31.38 -110.94|11-6|1798 2318 2660 1795 1013 553 2315 2462 2384 1662
El Centro, CA|32.79 -115.57|11-6|2027 2547 2889 2024 1243 221 2544 2691 2613 1351
San Diego, CA|32.72 -117.16|11-6|2141 2662 3004 2087 1357 121 2658 2805 2728 1254
Yuma, AZ|32.70 -114.64|11-4|1969 2489 2831 1966 1185 279 2486 2633 2555 1409
Bakersfield, CA|35.39 -119.02|5-12|2197 2656 2998 2043 1470 112 2791 2800 2722 1026
Oxnard, CA|34.21 -119.17|12-8|2248 2708 3050 2094 1490 66 2792 2851 2774 1150
Salinas, CA|36.67 -121.66|4-11|2437 2897 3189 2233 1710 333 3031 3008 2961 901
Santa Maria, CA|34.95 -120.43|3-12|2350 2809 3152 2196 1592 170 2893 2953 2875 1065
Fresno, CA|36.75 -119.79|5-12|2305 2765 3107 2151 1578 220 2899 2908 2830 920
Klamath Falls, OR|42.22 -121.78|9-3|2603 2803 3090 2134 2000 684 3262 2909 2862 460
Vidalia, GA|32.19 -82.41|4-8|186 681 1081 886 943 2365 498 876 780 2818
Tifton, GA|31.46 -83.50|5-7|180 795 1195 880 882 2305 484 989 893 2812
McAllen, TX|26.22 -98.24|10-5|1159 1798 2197 1442 516 1564 1549 1992 1896 2458
Hereford, TX|34.84 -102.41|8-11|1154 1613 1955 1089 426 1072 1747 1757 1679 1732
San Antonio, TX|29.43 -98.46|10-5|991 1628 2028 1224 275 1346 1382 1822 1727 2219
Yakima, WA|46.59 -120.53|8-11|2534 2647 2934 1955 1973 1050 3193 2753 2706 141
Pasco, WA|46.25 -119.10|7-10|2460 2588 2874 1896 1900 1076 3120 2693 2647 224
Ontario, OR|44.04 -116.98|9-12|2228 2428 2714 1759 1667 940 2887 2534 2487 449
Twin Falls, ID|42.56 -114.47|9-12|2054 2254 2540 1585 1493 832 2713 2360 2313 625
Idaho Falls, ID|43.49 -112.06|9-12|1968 2168 2455 1480 1429 902 2627 2274 2227 782
Monte Vista, CO|37.57 -106.14|9-11|1486 1830 2173 1243 758 946 2079 1974 1896 1376
Greeley, CO|40.38 -104.68|7-10|1455 1655 1942 986 876 1069 2114 1761 1715 1291
Phoenix, AZ|33.45 -112.08|11-5|1831 2298 2640 1774 1047 376 2348 2441 2364 1485
Las Cruces, NM|32.29 -106.75|6-9|1458 1978 2320 1455 673 753 1975 2122 2044 1679
Salt Lake City, UT|40.76 -111.90|7-10|1868 2068 2355 1399 1276 689 2527 2174 2128 840
Gainesville, FL|29.65 -82.33|4-6|328 811 1211 1028 989 2392 336 1005 910 2961
Lakeland, FL|28.04 -81.94|3-6|462 937 1337 1162 1119 2522 244 1131 1035 3095
Orangeburg, SC|33.50 -80.86|6-8|215 538 938 838 998 2394 593 732 636 2848
Wilson, NC|35.73 -77.92|6-11|449 287 687 860 1231 2592 805 481 385 2887
Salisbury, MD|38.38 -75.63|6-9|700 123 442 816 1449 2756 1092 236 140 2843
Vineland, NJ|39.48 -75.01|6-9|772 108 335 798 1460 2745 1190 130 40 2825
Winchester, VA|39.19 -78.18|9-11|603 97 495 657 1261 2576 1063 293 198 2684
Gettysburg, PA|39.83 -77.22|8-11|681 60 423 648 1344 2594 1122 222 130 2675
Rochester, NY|43.16 -77.61|8-11|944 382 400 603 1432 2598 1418 336 336 2629
Presque Isle, ME|46.68 -68.01|9-12|1456 793 398 1356 2144 3351 1875 602 695 3383
Worcester, MA|42.27 -71.84|9-11|1026 362 47 947 1714 2943 1444 171 264 2974
Grand Rapids, MI|42.98 -85.63|7-10|795 642 929 189 1099 2184 1449 748 701 2216
Stevens Point, WI|44.52 -89.56|8-11|942 943 1229 251 1115 2092 1601 1048 1002 1844
Grand Forks, ND|47.90 -97.04|9-12|1417 1418 1705 726 1159 1916 2076 1524 1477 1435
Kearney, NE|40.71 -99.08|8-10|1124 1324 1611 655 685 1373 1783 1430 1383 1551
Vincennes, IN|38.67 -87.51|7-9|457 705 1048 246 784 1987 1116 849 771 2241
Sikeston, MO|36.89 -89.58|6-9|445 882 1238 393 562 1862 1104 1040 962 2210
Memphis, TN|35.14 -90.05|6-10|384 903 1303 532 452 1799 1011 1098 1002 2301
Bowling Green, KY|37.02 -86.45|6-9|307 702 1061 410 719 2064 966 863 785 2373
Toledo, OH|41.66 -83.52|7-10|667 459 746 247 1121 2242 1273 565 518 2274
Birmingham, AL|33.52 -86.81|6-8|150 771 1171 645 636 2032 777 965 870 2535
Opelousas, LA|30.51 -92.09|9-11|591 1230 1630 970 374 1769 981 1424 1328 2487
Tupelo, MS|34.25 -88.72|9-11|285 906 1305 606 552 1899 911 1100 1004 2401
Monticello, AR|33.63 -91.79|6-8|510 1102 1502 719 375 1766 1097 1296 1201 2323
Oklahoma City, OK|35.47 -97.52|6-9|849 1308 1650 784 204 1335 1475 1451 1374 1983
`;

/** Words of a district's name and its place; the first line whose words are all in the name applies. */
const DISTRICT_WORDS = `
nogales|Nogales, AZ
imperial|El Centro, CA
coachella|El Centro, CA
otay mesa|San Diego, CA
yuma|Yuma, AZ
kern|Bakersfield, CA
oxnard|Oxnard, CA
ventura|Oxnard, CA
salinas|Salinas, CA
santa maria|Santa Maria, CA
south central california|Fresno, CA
san joaquin|Fresno, CA
klamath|Klamath Falls, OR
california|Fresno, CA
vidalia|Vidalia, GA
georgia|Tifton, GA
south texas|McAllen, TX
rio grande texas|McAllen, TX
mexico texas|McAllen, TX
panhandle texas|Hereford, TX
high plains texas|Hereford, TX
texas|San Antonio, TX
yakima|Yakima, WA
wenatchee|Yakima, WA
columbia|Pasco, WA
umatilla|Pasco, WA
washington|Pasco, WA
malheur|Ontario, OR
oregon|Ontario, OR
twin falls|Twin Falls, ID
idaho|Idaho Falls, ID
san luis valley|Monte Vista, CO
colorado|Greeley, CO
arizona|Phoenix, AZ
new mexico|Las Cruces, NM
utah|Salt Lake City, UT
north florida|Gainesville, FL
south florida|Lakeland, FL
florida|Lakeland, FL
south carolina|Orangeburg, SC
north carolina|Wilson, NC
eastern shore|Salisbury, MD
delaware|Salisbury, MD
maryland|Salisbury, MD
virginia|Salisbury, MD
new jersey|Vineland, NJ
appalachian|Winchester, VA
pennsylvania|Gettysburg, PA
new york|Rochester, NY
maine|Presque Isle, ME
massachusetts|Worcester, MA
michigan|Grand Rapids, MI
wisconsin|Stevens Point, WI
red river|Grand Forks, ND
north dakota|Grand Forks, ND
minnesota|Grand Forks, ND
nebraska|Kearney, NE
indiana|Vincennes, IN
illinois|Vincennes, IN
missouri|Sikeston, MO
tennessee|Memphis, TN
kentucky|Bowling Green, KY
ohio|Toledo, OH
alabama|Birmingham, AL
louisiana|Opelousas, LA
mississippi|Tupelo, MS
arkansas|Monticello, AR
oklahoma|Oklahoma City, OK
`;

/** Destinations of the report, with their points. */
const DESTINATIONS = `
Atlanta, GA|33.75 -84.39
Baltimore, MD|39.29 -76.63
Boston, MA|42.36 -71.07
Chicago, IL|41.89 -87.62
Dallas, TX|32.79 -96.80
Los Angeles, CA|34.06 -118.24
Miami, FL|25.78 -80.20
New York, NY|40.75 -74.00
Philadelphia, PA|39.95 -75.17
Seattle, WA|47.61 -122.33
`;

/** A town of a shipping district, or a destination. */
export interface ShippingPlace extends LocatedInState {
  /** "Nogales, AZ". */
  readonly name: string;
}

interface DistrictPlace extends ShippingPlace {
  /** First and last month of the main harvest, 1 to 12; the last can be in the next year. */
  readonly harvest: readonly [first: number, last: number];
  /** Road miles to the destinations, in their order. */
  readonly miles: readonly number[];
}

/** A lane of the report. */
export interface ShippingLane {
  readonly origin: ShippingPlace;
  readonly destination: ShippingPlace;
  readonly miles: number;
}

const lines = (table: string): readonly (readonly string[])[] =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split('|'));

function place(name: string, point: string): ShippingPlace {
  const [latitude = Number.NaN, longitude = Number.NaN] = point.split(' ').map(Number);
  return { name, state: name.slice(-2), latitude, longitude };
}

const PLACES: ReadonlyMap<string, DistrictPlace> = new Map(
  lines(DISTRICT_PLACES).map(([name = '', point = '', months = '', miles = '']) => {
    const [first = 0, last = 0] = months.split('-').map(Number);
    const district = { ...place(name, point), harvest: [first, last] as const };
    return [name, { ...district, miles: miles.split(' ').map(Number) }];
  }),
);

const WORDS = lines(DISTRICT_WORDS).map(([words = '', name = '']) => ({
  words: words.split(' '),
  place: PLACES.get(name),
}));

const CITIES = lines(DESTINATIONS).map(([name = '', point = '']) => place(name, point));

const foldWords = (text: string): readonly string[] => text.toLowerCase().match(/[a-z]+/g) ?? [];

/** The place of a district of the report, by the words of its name; undefined if no place is known. */
function districtPlace(district: string): DistrictPlace | undefined {
  const found = new Set(foldWords(district));
  return WORDS.find(({ words }) => words.every((word) => found.has(word)))?.place;
}

/** The lane between a district and a destination of the report; undefined if the place of one is not known. */
export function shippingLane(district: string, destination: string): ShippingLane | undefined {
  const origin = districtPlace(district);
  const city = foldWords(destination).join(' ');
  const at = CITIES.findIndex(({ name }) =>
    [name, name.slice(0, -4)].some((known) => foldWords(known).join(' ') === city),
  );
  const to = CITIES[at];
  const miles = origin?.miles[at];
  return origin && to && miles !== undefined ? { origin, destination: to, miles } : undefined;
}

/** The districts' places, as origins of harvests. */
export const DISTRICTS: readonly DistrictPlace[] = [...PLACES.values()];
