import { SegmentedControl, Textarea } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useSession } from '../api/session.tsx';
import { useFileColumns } from '../columns/column-fields.tsx';
import { type ColumnMapping, hasKnownHeader, headersOf } from '../columns/column-mapping.ts';
import { LANES } from '../columns/mapped-files.ts';
import { rememberChoice, rememberedChoice } from '../columns/remembered-columns.ts';
import { sizeText } from '../files/csv-file.ts';
import { FileChoice } from '../files/file-choice.tsx';
import { count } from '../format/numbers.ts';
import { Notice } from '../shell/feedback.tsx';
import { type LaneInput, MAX_FILE_BYTES, MAX_RFP_LANES, pastedInput } from './lane-input.ts';

const KINDS = [
  { value: 'file', label: 'File' },
  { value: 'pasted', label: 'Paste' },
];
const EXAMPLE = 'Lane\tOrigin\tDestination\tLoads a week\nLA-PHX\tUSLAX\tPhoenix, AZ\t12';

/** Lanes of a file or of pasted rows, with the meanings that the organization stated last for their headers. */
export function useLanes() {
  const { organization } = useSession();
  const file = useFileColumns(LANES, MAX_FILE_BYTES);
  const [kind, setKind] = useState('file');
  const [text, setText] = useState('');
  const [pastedMapping, setPastedMapping] = useState<ColumnMapping>();
  const pasted = useMemo(() => pastedInput(text), [text]);
  const isFile = kind === 'file';
  const input = isFile ? inputOf(file) : typeof pasted === 'string' ? undefined : pasted;
  const hasHeader = typeof pasted === 'object' && pasted.kind === 'pasted' && hasKnownHeader(LANES, pasted);
  const mapping = isFile
    ? file.mapping
    : (pastedMapping ?? {
        hasHeader,
        choice:
          hasHeader && pasted.kind === 'pasted'
            ? rememberedChoice(LANES, organization.id, headersOf(LANES, pasted))
            : {},
      });
  return {
    lanes: input && { input, mapping },
    change: isFile ? file.change : setPastedMapping,
    /** Uses the meanings for the next lanes with the same headers. */
    remember() {
      if (input !== undefined && input.kind !== 'workbook' && mapping.hasHeader)
        rememberChoice(LANES, organization.id, headersOf(LANES, input), mapping.choice);
    },
    field: {
      ...{ kind, text, file: file.file },
      fault: isFile ? file.fault : typeof pasted === 'string' ? pasted : undefined,
      onKind: setKind,
      onChoose: (next: File) => void file.choose(next),
      onText(next: string) {
        setText(next);
        setPastedMapping(undefined);
      },
    },
  };
}

function inputOf({
  file,
  fault,
  isBeingRead,
  rows,
}: ReturnType<typeof useFileColumns>): LaneInput | undefined {
  if (file === undefined || fault !== undefined || isBeingRead) return undefined;
  return rows === undefined ? { kind: 'workbook', file } : { kind: 'file', file, ...rows };
}

type LanesInputProps = ReturnType<typeof useLanes>['field'];

export const LanesInput = ({ kind, text, file, fault, onKind, onChoose, onText }: LanesInputProps) => (
  <div className="stack">
    <div>
      <SegmentedControl data={KINDS} value={kind} onChange={onKind} aria-label="Source of the lanes" />
    </div>
    {kind === 'file' ? (
      <FileChoice
        file={file}
        note={`Up to ${count(MAX_RFP_LANES)} lanes and ${sizeText(MAX_FILE_BYTES)}.`}
        onChoose={onChoose}
      />
    ) : (
      <Textarea
        label="Rows of a spreadsheet"
        description="Select the rows in your spreadsheet with the names of the columns, copy them, and paste them here."
        placeholder={EXAMPLE}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        rows={8}
        spellCheck={false}
      />
    )}
    {fault === undefined ? null : (
      <Notice
        tone="red"
        title={kind === 'file' ? 'This file cannot be used' : 'These rows cannot be used'}
        role="alert"
      >
        <p className="text">
          <bdi>{fault}</bdi>
        </p>
      </Notice>
    )}
  </div>
);
