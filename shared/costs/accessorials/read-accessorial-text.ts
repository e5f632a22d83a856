/** Charges by time. Browsers read this file, and the tariff needs modules that they do not have. */
const UNIT_OF: Readonly<Record<string, string>> = {
  ...{ chassis: 'day', triaxle: 'day', storage: 'day', per_diem: 'day' },
  detention: 'hour',
};

const NAME = String.raw`(?<name>\p{L}|\p{L}.*[\p{L})])`;
const COUNT = String.raw`(?<count>\d{1,3}(?:\.\d{1,2})?)`;
const UNIT = '(?<unit>day|hour|hr)s?';
/** "storage: 3", "storage x3", "storage (3)", "storage 3 days", "3 days of storage" and "3x storage". */
const FORMS = [
  String.raw`${NAME}\s*(?::|\sx)\s*${COUNT}(?:\s*${UNIT})?`,
  String.raw`${NAME}\s*\((?:x\s*)?${COUNT}(?:\s*${UNIT})?\)`,
  String.raw`${NAME}[\s-]+${COUNT}\s*${UNIT}`,
  String.raw`${COUNT}\s*${UNIT}\s+(?:of\s+)?${NAME}`,
  String.raw`${COUNT}\s*x\s*${NAME}`,
].map((form) => new RegExp(`^${form}$`, 'iu'));

/**
 * An accessorial as people write it, in the form that requests have. A text without a quantity stays, and so does one
 * whose unit is not known as that of its charge, such as "3 hours of storage": no accessorial has such a name.
 */
export function readAccessorialText(
  text: string,
): string | { readonly name: string; readonly quantity: number } {
  const plain = text.slice(0, 100).trim().replaceAll('\u00d7', 'x');
  const { name = '', count, unit } = FORMS.map((form) => form.exec(plain)).find(Boolean)?.groups ?? {};
  if (count === undefined) return text;
  const charged = UNIT_OF[name.toLowerCase().replace(/[\s-]+/g, '_')];
  if (unit !== undefined && !(charged ?? '').startsWith(unit.charAt(0).toLowerCase())) return text;
  return { name, quantity: Number(count) };
}
