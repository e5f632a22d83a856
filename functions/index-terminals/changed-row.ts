import type { AttributeValue, DynamoDBRecord } from 'aws-lambda';
import { isTerminalKey } from '../../shared/terminals/catalogue/dynamodb-terminal-items.ts';
import { readTerminalRecord } from '../../shared/terminals/catalogue/terminal-record.ts';
import { type IndexedRow, indexedRow } from '../../shared/terminals/indexing/terminal-index-writer.ts';

/**
 * The row that a change of the terminals table leaves to index; undefined where it is of no terminal. A replayed record
 * gives the same row.
 * @throws where the record is of a terminal and not as terminals are kept.
 */
export function changedRow({ eventName, dynamodb = {} }: DynamoDBRecord): IndexedRow | undefined {
  if (!isTerminalKey(dynamodb.Keys?.pk?.S)) return undefined;
  const { OldImage, NewImage } = dynamodb;
  if (eventName !== 'REMOVE') return indexedRow(readTerminalRecord(plain({ M: NewImage ?? {} })));
  const { id, revision } = readTerminalRecord(plain({ M: OldImage ?? {} }));
  return { id, version: revision + 1 };
}

/** An attribute as the value it stands for, of the kinds that a terminal has. */
function plain(attribute: AttributeValue): unknown {
  const { S, N, BOOL, L, M } = attribute;
  if (N !== undefined) return Number(N);
  if (L !== undefined) return L.map(plain);
  if (M !== undefined) return Object.fromEntries(Object.entries(M).map(([name, of]) => [name, plain(of)]));
  return S ?? BOOL;
}
