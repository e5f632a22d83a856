import type { AttributeValue, DynamoDBRecord } from 'aws-lambda';
import { isTerminalKey } from '../../shared/terminals/catalogue/dynamodb-terminal-items.ts';
import { readTerminalRecord } from '../../shared/terminals/catalogue/terminal-record.ts';
import { type IndexedRow, toIndexedRow } from '../../shared/terminals/indexing/terminal-index-writer.ts';

/**
 * Converts a stream record of the terminals table to the row to index; undefined for items that are not terminals. A
 * replayed record gives the same row.
 * @throws ValiError for an invalid terminal.
 */
export function changedRow({ eventName, dynamodb = {} }: DynamoDBRecord): IndexedRow | undefined {
  if (!isTerminalKey(dynamodb.Keys?.pk?.S)) return undefined;
  const { OldImage, NewImage } = dynamodb;
  if (eventName !== 'REMOVE') return toIndexedRow(readTerminalRecord(plain({ M: NewImage ?? {} })));
  const { id, revision } = readTerminalRecord(plain({ M: OldImage ?? {} }));
  return { id, version: revision + 1 };
}

/** Converts an attribute value to a JavaScript value, for the attribute types of terminals. */
function plain(attribute: AttributeValue): unknown {
  const { S, N, BOOL, L, M } = attribute;
  if (N !== undefined) return Number(N);
  if (L !== undefined) return L.map(plain);
  if (M !== undefined) return Object.fromEntries(Object.entries(M).map(([name, of]) => [name, plain(of)]));
  return S ?? BOOL;
}
