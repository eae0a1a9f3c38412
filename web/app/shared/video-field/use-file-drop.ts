import { type RefObject, useEffect, useRef, useState } from 'react';

/** True while files are dragged over an element; the first file dropped is passed to `onFile`. */
export function useFileDrop(element: RefObject<HTMLElement | null>, onFile: (file: File) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const latestOnFile = useRef(onFile);
  latestOnFile.current = onFile;
  useEffect(() => {
    const target = element.current;
    if (target === null) return undefined;
    const hold = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      setIsOver(true);
    };
    const leave = (event: DragEvent) => {
      if (!(event.relatedTarget instanceof Node && target.contains(event.relatedTarget))) setIsOver(false);
    };
    const drop = (event: DragEvent) => {
      const [file] = event.dataTransfer?.files ?? [];
      setIsOver(false);
      if (!file) return;
      event.preventDefault();
      latestOnFile.current(file);
    };
    target.addEventListener('dragover', hold);
    target.addEventListener('dragleave', leave);
    target.addEventListener('drop', drop);
    return () => {
      target.removeEventListener('dragover', hold);
      target.removeEventListener('dragleave', leave);
      target.removeEventListener('drop', drop);
    };
  }, [element]);
  return isOver;
}
