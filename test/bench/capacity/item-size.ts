/** A value in the protocol of DynamoDB: `{ "S": "text" }`. */
export type WireValue = Readonly<Record<string, unknown>>;
export type WireItem = Readonly<Record<string, WireValue>>;

const KILOBYTE = 1_024;

/**
 * Bytes of an item as DynamoDB counts them: names and values, 3 per list or map and 1 per element
 * (DynamoDB developer guide, "Item sizes and formats").
 */
export const itemSize = (item: WireItem): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + valueSize(value), 0);

/** Write units of an item; in a transaction, they count twice. */
export const writeUnitsOf = (item: WireItem): number => Math.max(1, Math.ceil(itemSize(item) / KILOBYTE));

function valueSize(value: WireValue): number {
  const [[type, content] = ['NULL', true]] = Object.entries(value);
  switch (type) {
    case 'S':
      return Buffer.byteLength(String(content));
    case 'N':
      return numberSize(String(content));
    case 'B':
      return Buffer.from(String(content), 'base64').length;
    case 'L':
      return (content as WireValue[]).reduce((sum, element) => sum + 1 + valueSize(element), 3);
    case 'M':
      return 3 + Object.keys(content as WireItem).length + itemSize(content as WireItem);
    case 'SS':
      return (content as string[]).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    case 'NS':
      return (content as string[]).reduce((sum, text) => sum + numberSize(text), 0);
    default:
      return 1;
  }
}

/** One byte per two digits, plus one; leading and trailing zeros are not stored. */
function numberSize(text: string): number {
  const digits = text.replace(/[^\d]/g, '').replace(/^0+|0+$/g, '');
  return Math.ceil(Math.max(1, digits.length) / 2) + 1 + (text.startsWith('-') ? 1 : 0);
}
