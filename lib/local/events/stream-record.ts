import type { _Record, AttributeValue } from '@aws-sdk/client-dynamodb-streams';

/** A stream record in the format of Lambda events. */
export type StreamRecord = ReturnType<typeof lambdaRecord>;

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

function attributeJson(value: AttributeValue): unknown {
  if (value.B !== undefined) return { B: base64(value.B) };
  if (value.BS !== undefined) return { BS: value.BS.map(base64) };
  if (value.L !== undefined) return { L: value.L.map(attributeJson) };
  return value.M === undefined ? value : { M: itemJson(value.M) };
}

const itemJson = (item: Readonly<Record<string, AttributeValue>>): object =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, attributeJson(value)]));

/** @param eventSourceARN ARN of the stream. @param aheadMs offset of the service clock from the engine clock. */
export function lambdaRecord(
  { eventID = '', dynamodb = {}, ...record }: _Record,
  eventSourceARN: string,
  aheadMs = 0,
) {
  const {
    ApproximateCreationDateTime: at,
    SequenceNumber = '',
    Keys,
    NewImage,
    OldImage,
    ...other
  } = dynamodb;
  return {
    ...record,
    eventID,
    eventSource: 'aws:dynamodb',
    eventSourceARN,
    eventVersion: '1.1',
    dynamodb: {
      ...other,
      SequenceNumber,
      /** Seconds since 1970. */
      ApproximateCreationDateTime: Math.floor(((at?.getTime() ?? 0) + aheadMs) / 1000),
      ...(Keys && { Keys: itemJson(Keys) }),
      ...(NewImage && { NewImage: itemJson(NewImage) }),
      ...(OldImage && { OldImage: itemJson(OldImage) }),
    },
  };
}
