import { normalizeCity } from '../../../shared/geography/places/normalize-city.ts';
import type { Coordinates } from '../../../shared/geography/places/place.ts';
import type { CityRecord, ZipRecord } from './source-records.ts';

/** One post office of a territory: its name, its ZIP codes, and its position if the gazetteer lacks the place. */
interface TerritoryCity {
  readonly city: string;
  /** ZIP codes and ranges of ZIP codes ("00726-00727"), separated by spaces. */
  readonly zips: string;
  /** The name of the place in the gazetteer, if it differs. */
  readonly gazetteer?: string;
  /** Degrees, accurate to about a mile; only for places that the gazetteer lacks. */
  readonly at?: readonly [latitude: number, longitude: number];
}

/**
 * ZIP codes of the territories, which the npm packages lack or have only partly, with their Postal Service city. Source:
 * general knowledge; Puerto Rico compared with the Census Bureau's tabulation areas. The point is the city's.
 */
const TERRITORY_CITIES: Readonly<Record<string, readonly TerritoryCity[]>> = {
  PR: [
    { city: 'Adjuntas', zips: '00601' },
    { city: 'Aguada', zips: '00602' },
    { city: 'Aguadilla', zips: '00603-00605' },
    { city: 'Maricao', zips: '00606' },
    { city: 'Anasco', zips: '00610' },
    { city: 'Angeles', zips: '00611', at: [18.285, -66.799] },
    { city: 'Arecibo', zips: '00612-00614' },
    { city: 'Bajadero', zips: '00616' },
    { city: 'Barceloneta', zips: '00617' },
    { city: 'Boqueron', zips: '00622', at: [18.023, -67.172] },
    { city: 'Cabo Rojo', zips: '00623' },
    { city: 'Penuelas', zips: '00624' },
    { city: 'Camuy', zips: '00627' },
    { city: 'Castaner', zips: '00631', at: [18.182, -66.831] },
    { city: 'Rosario', zips: '00636', at: [18.16, -67.08] },
    { city: 'Sabana Grande', zips: '00637' },
    { city: 'Ciales', zips: '00638' },
    { city: 'Utuado', zips: '00641' },
    { city: 'Dorado', zips: '00646' },
    { city: 'Ensenada', zips: '00647', at: [17.97, -66.93] },
    { city: 'Florida', zips: '00650' },
    { city: 'Garrochales', zips: '00652' },
    { city: 'Guanica', zips: '00653' },
    { city: 'Guayanilla', zips: '00656' },
    { city: 'Hatillo', zips: '00659' },
    { city: 'Hormigueros', zips: '00660' },
    { city: 'Isabela', zips: '00662' },
    { city: 'Jayuya', zips: '00664' },
    { city: 'Lajas', zips: '00667' },
    { city: 'Lares', zips: '00669' },
    { city: 'Las Marias', zips: '00670' },
    { city: 'Manati', zips: '00674' },
    { city: 'Moca', zips: '00676' },
    { city: 'Rincon', zips: '00677' },
    { city: 'Quebradillas', zips: '00678' },
    { city: 'Mayaguez', zips: '00680-00682' },
    { city: 'San German', zips: '00683' },
    { city: 'San Sebastian', zips: '00685' },
    { city: 'Morovis', zips: '00687' },
    { city: 'Sabana Hoyos', zips: '00688' },
    { city: 'San Antonio', zips: '00690' },
    { city: 'Vega Alta', zips: '00692' },
    { city: 'Vega Baja', zips: '00693-00694' },
    { city: 'Yauco', zips: '00698' },
    { city: 'Aguas Buenas', zips: '00703' },
    { city: 'Aguirre', zips: '00704', gazetteer: 'Central Aguirre' },
    { city: 'Aibonito', zips: '00705' },
    { city: 'Maunabo', zips: '00707' },
    { city: 'Arroyo', zips: '00714' },
    { city: 'Mercedita', zips: '00715', at: [18.003, -66.569] },
    { city: 'Ponce', zips: '00716-00717 00728 00730-00734' },
    { city: 'Naguabo', zips: '00718' },
    { city: 'Naranjito', zips: '00719' },
    { city: 'Orocovis', zips: '00720' },
    { city: 'Palmer', zips: '00721' },
    { city: 'Patillas', zips: '00723' },
    { city: 'Caguas', zips: '00725-00727' },
    { city: 'Canovanas', zips: '00729' },
    { city: 'Ceiba', zips: '00735' },
    { city: 'Cayey', zips: '00736-00737' },
    { city: 'Fajardo', zips: '00738' },
    { city: 'Cidra', zips: '00739' },
    { city: 'Puerto Real', zips: '00740', at: [18.335, -65.633] },
    { city: 'Punta Santiago', zips: '00741' },
    { city: 'Roosevelt Roads', zips: '00742', at: [18.24, -65.63] },
    { city: 'Rio Blanco', zips: '00744' },
    { city: 'Rio Grande', zips: '00745' },
    { city: 'Salinas', zips: '00751' },
    { city: 'San Lorenzo', zips: '00754' },
    { city: 'Santa Isabel', zips: '00757' },
    { city: 'Vieques', zips: '00765', at: [18.147, -65.442] },
    { city: 'Villalba', zips: '00766' },
    { city: 'Yabucoa', zips: '00767' },
    { city: 'Coamo', zips: '00769' },
    { city: 'Las Piedras', zips: '00771' },
    { city: 'Loiza', zips: '00772' },
    { city: 'Luquillo', zips: '00773' },
    { city: 'Culebra', zips: '00775', at: [18.303, -65.301] },
    { city: 'Juncos', zips: '00777' },
    { city: 'Gurabo', zips: '00778' },
    { city: 'Coto Laurel', zips: '00780' },
    { city: 'Comerio', zips: '00782' },
    { city: 'Corozal', zips: '00783' },
    { city: 'Guayama', zips: '00784-00785' },
    { city: 'La Plata', zips: '00786', at: [18.157, -66.234] },
    { city: 'Humacao', zips: '00791-00792' },
    { city: 'Barranquitas', zips: '00794' },
    { city: 'Juana Diaz', zips: '00795' },
    { city: 'San Juan', zips: '00901-00902 00906-00931 00933-00936 00939-00940 00955 00975' },
    { city: 'Toa Baja', zips: '00949-00951' },
    { city: 'Sabana Seca', zips: '00952' },
    { city: 'Toa Alta', zips: '00953-00954' },
    { city: 'Bayamon', zips: '00956-00961' },
    { city: 'Catano', zips: '00962-00963' },
    { city: 'Guaynabo', zips: '00965-00966 00968-00971' },
    { city: 'Trujillo Alto', zips: '00976-00977' },
    { city: 'Carolina', zips: '00979 00981-00988' },
  ],
  VI: [
    { city: 'Saint Thomas', zips: '00801-00805', gazetteer: 'Charlotte Amalie' },
    { city: 'Christiansted', zips: '00820-00824' },
    { city: 'Saint John', zips: '00830-00831', gazetteer: 'Cruz Bay' },
    { city: 'Frederiksted', zips: '00840-00841', at: [17.713, -64.883] },
    { city: 'Kingshill', zips: '00850-00851', at: [17.724, -64.784] },
  ],
  GU: [
    { city: 'Hagatna', zips: '96910 96932' },
    { city: 'Dededo', zips: '96912' },
    { city: 'Barrigada', zips: '96913 96921' },
    { city: 'Yona', zips: '96914' },
    { city: 'Santa Rita', zips: '96915' },
    { city: 'Merizo', zips: '96916' },
    { city: 'Inarajan', zips: '96917' },
    { city: 'Umatac', zips: '96918' },
    { city: 'Agana Heights', zips: '96919' },
    { city: 'Mangilao', zips: '96923' },
    { city: 'Agat', zips: '96928' },
    { city: 'Yigo', zips: '96929' },
    { city: 'Talofofo', zips: '96930' },
    { city: 'Tamuning', zips: '96931' },
  ],
  AS: [{ city: 'Pago Pago', zips: '96799' }],
  MP: [
    { city: 'Saipan', zips: '96950' },
    { city: 'Rota', zips: '96951', at: [14.138, 145.136] },
    { city: 'Tinian', zips: '96952', at: [14.968, 145.62] },
  ],
};

/** Expands the table of territories to one record per ZIP code. @throws Error if the gazetteer lacks a place of the table. */
export function territoryRecords(cities: readonly CityRecord[]): ZipRecord[] {
  return Object.entries(TERRITORY_CITIES).flatMap(([state, rows]) =>
    rows.flatMap((row) => {
      const { latitude, longitude } = pointOf(row, state, cities);
      return zipsOf(row.zips).map((zip) => ({
        zip,
        city: row.city,
        state,
        latitude,
        longitude,
        measured: false,
      }));
    }),
  );
}

function pointOf(
  { city, gazetteer = city, at }: TerritoryCity,
  state: string,
  cities: readonly CityRecord[],
) {
  if (at) return { latitude: at[0], longitude: at[1] } satisfies Coordinates;
  const key = normalizeCity(gazetteer);
  const place = cities.find(
    (candidate) => candidate.state === state && normalizeCity(candidate.name) === key,
  );
  if (!place) throw new Error(`The gazetteer has no ${gazetteer}, ${state}.`);
  return place;
}

function zipsOf(list: string): string[] {
  return list.split(' ').flatMap((part) => {
    const [first = '', last = first] = part.split('-');
    const count = Number(last) - Number(first) + 1;
    return Array.from({ length: count }, (_, step) => String(Number(first) + step).padStart(5, '0'));
  });
}
