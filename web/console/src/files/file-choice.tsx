import { Button } from '@mantine/core';
import { type DragEvent, useId, useRef, useState } from 'react';
import { FILE_TYPES, sizeText } from './csv-file.ts';
import styles from './files.module.css';

interface FileChoiceProps {
  readonly file: File | undefined;
  readonly isDisabled?: boolean;
  readonly note: string;
  onChoose(file: File): void;
}

export function FileChoice({ file, isDisabled = false, note, onChoose }: FileChoiceProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const noteId = useId();
  const choose = (files: FileList | null) => {
    const [first] = files ?? [];
    if (first !== undefined) onChoose(first);
    // The same file can be chosen again after a correction.
    if (input.current !== null) input.current.value = '';
  };
  const allow = (event: DragEvent) => {
    event.preventDefault();
    if (!isDisabled) setOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!isDisabled) choose(event.dataTransfer.files);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by keyboard
    <div
      className={styles.drop}
      data-over={isOver}
      onDragEnter={allow}
      onDragOver={allow}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        ref={input}
        type="file"
        accept={FILE_TYPES.join()}
        className="hidden-text"
        tabIndex={-1}
        aria-label="Excel or CSV file"
        disabled={isDisabled}
        onChange={({ currentTarget }) => choose(currentTarget.files)}
      />
      {file === undefined ? (
        <p className="text">Drop an Excel or CSV file here, or</p>
      ) : (
        <p className={styles.file}>
          <bdi>{file.name}</bdi> <span className="dimmed">{sizeText(file.size)}</span>
        </p>
      )}
      <Button
        variant="default"
        size="xs"
        disabled={isDisabled}
        aria-describedby={noteId}
        onClick={() => input.current?.click()}
      >
        {file === undefined ? 'Choose a file' : 'Choose another file'}
      </Button>
      <p className="note" id={noteId}>
        {note}
      </p>
    </div>
  );
}
