/** X-Ray's trace header, as in `X-Amzn-Trace-Id`, `_X_AMZN_TRACE_ID` and the system attribute `AWSTraceHeader` of SQS. */
export interface TraceHeader {
  /** Trace id, such as 1-58406520-a006649127e371903a2de979. */
  readonly root: string;
  /** Id of the segment or subsegment that made the call; 16 hexadecimal digits. */
  readonly parent: string;
  readonly sampled: boolean;
  /** Lambda counts invocations of a chain in it, to detect loops. */
  readonly lineage?: string;
}

const ROOT = /^1-[0-9a-f]{8}-[0-9a-f]{24}$/;
const SEGMENT_ID = /^[0-9a-f]{16}$/;

/** Reads a header; undefined if it names no trace or no parent. Without a decision, the trace is not sampled. */
export function parseTraceHeader(text: string | undefined): TraceHeader | undefined {
  const fields = new Map(
    (text ?? '').split(';').map((field) => {
      const [name = '', ...value] = field.split('=');
      return [name.trim(), value.join('=').trim()] as const;
    }),
  );
  const { Root: root = '', Parent: parent = '', Sampled, Lineage: lineage } = Object.fromEntries(fields);
  if (!ROOT.test(root) || !SEGMENT_ID.test(parent)) return undefined;
  return { root, parent, sampled: Sampled === '1', ...(lineage === undefined ? {} : { lineage }) };
}

export function formatTraceHeader({ root, parent, sampled, lineage }: TraceHeader): string {
  const fields = [`Root=${root}`, `Parent=${parent}`, `Sampled=${sampled ? 1 : 0}`];
  return [...fields, ...(lineage === undefined ? [] : [`Lineage=${lineage}`])].join(';');
}
