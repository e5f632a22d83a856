import { SegmentedControl, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { fileFault, sizeText } from '../files/csv-file.ts';
import { FileChoice } from '../files/file-choice.tsx';
import { count } from '../format/numbers.ts';
import { Notice } from '../shell/feedback.tsx';
import { fileInput, type LaneInput, MAX_FILE_BYTES, MAX_RFP_LANES, pastedInput } from './lane-input.ts';

interface LanesInputProps {
  /** undefined if there are no lanes. */
  onChange(input: LaneInput | undefined): void;
}

const KINDS = [
  { value: 'file', label: 'File' },
  { value: 'pasted', label: 'Paste' },
];
const EXAMPLE = 'Lane\tOrigin\tDestination\tLoads a week\nLA-PHX\tUSLAX\tPhoenix, AZ\t12';

export function LanesInput({ onChange }: LanesInputProps) {
  const [kind, setKind] = useState('file');
  const [file, setFile] = useState<File>();
  const [fault, setFault] = useState<string>();
  const [text, setText] = useState('');
  const chosen = useRef<File>(undefined);
  const choose = async (next: File) => {
    chosen.current = next;
    setFile(next);
    setFault(undefined);
    onChange(undefined);
    const input = fileFault(next, MAX_FILE_BYTES) ?? (await fileInput(next).catch(() => UNREADABLE));
    // Another file was chosen while this one was read.
    if (chosen.current !== next) return;
    if (typeof input === 'string') setFault(input);
    else onChange(input);
  };
  const paste = (next: string) => {
    setText(next);
    const input = pastedInput(next);
    setFault(typeof input === 'string' ? input : undefined);
    onChange(typeof input === 'string' ? undefined : input);
  };
  const changeKind = (next: string) => {
    setKind(next);
    if (next === 'pasted') {
      chosen.current = undefined;
      paste(text);
      return;
    }
    setFault(undefined);
    if (file === undefined) onChange(undefined);
    else void choose(file);
  };
  return (
    <div className="stack">
      <div>
        <SegmentedControl data={KINDS} value={kind} onChange={changeKind} aria-label="Source of the lanes" />
      </div>
      {kind === 'file' ? (
        <FileChoice
          file={file}
          note={`Up to ${count(MAX_RFP_LANES)} lanes and ${sizeText(MAX_FILE_BYTES)}.`}
          onChoose={(next) => void choose(next)}
        />
      ) : (
        <Textarea
          label="Rows of a spreadsheet"
          description="Select the rows in your spreadsheet with the names of the columns, copy them, and paste them here."
          placeholder={EXAMPLE}
          value={text}
          onChange={(event) => paste(event.currentTarget.value)}
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
}

const UNREADABLE = 'The file cannot be read. It was changed or removed: choose it again.';
