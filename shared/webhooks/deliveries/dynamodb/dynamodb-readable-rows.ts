import * as v from 'valibot';
import { log } from '../../../platform/logging/log.ts';
import * as LOG from '../../../platform/logging/log-messages.ts';

/** Parses the rows of an index. Invalid rows are logged and left out, so that they do not hide the others. */
export function readableRows<Row>(
  schema: v.GenericSchema<unknown, Row>,
  items: readonly Readonly<Record<string, unknown>>[],
): Row[] {
  return items.flatMap((item) => {
    const parsed = v.safeParse(schema, item);
    if (parsed.success) return [parsed.output];
    log(LOG.deliveryRowUnreadable, { pk: item.pk, sk: item.sk });
    return [];
  });
}
