import { Button } from '@mantine/core';
import { useState } from 'react';

interface CopyValueProps {
  readonly value: string;
  /** What is copied: "the signing secret". */
  readonly what: string;
}

/** Copies a text to the clipboard. */
export function CopyValue({ value, what }: CopyValueProps) {
  const [result, setResult] = useState<'copied' | 'failed'>();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setResult('copied');
    } catch {
      setResult('failed');
    }
  };
  return (
    <>
      <Button size="xs" variant="default" onClick={() => void copy()}>
        {result === 'copied' ? 'Copied' : 'Copy'}
        <span className="hidden-text"> {what}</span>
      </Button>
      <span role="status" className={result === 'failed' ? undefined : 'hidden-text'}>
        {result === undefined
          ? ''
          : result === 'copied'
            ? `Copied ${what}`
            : 'The browser did not permit the copy. Select the text to copy it.'}
      </span>
    </>
  );
}
