import { type RefObject, useEffect } from 'react';
import { sendDocument } from '../../shared/request-document.ts';
import { useViewer } from '../../shared/viewer.tsx';
import { ReadArticleDocument } from './article-documents.ts';

type Article = { id: string; hasText: boolean; isCut: boolean };

/**
 * Marks an article as completed when a signed-in reader has read all of its text, by the same rules as a lesson. An article that ends at the
 * paywall isn't.
 */
export function useArticleReading(page: RefObject<HTMLElement | null>, { id, hasText, isCut }: Article): void {
  const { viewer } = useViewer();
  const userId = viewer?.id ?? null;
  const isWhole = hasText && !isCut;
  useEffect(() => {
    if (userId === null || !isWhole) return undefined;
    let stop: (() => void) | null = null;
    let isLeft = false;
    const start = async () => {
      const { watchBlocks } = await import('../../shared/reading/watch-blocks.ts');
      if (isLeft) return;
      const read = new Set<string>();
      stop = watchBlocks(page.current, {
        position: () => undefined,
        read: (blockIds) => {
          for (const blockId of blockIds) read.add(blockId);
          if (!isAllRead(page.current, read)) return;
          stop?.();
          sendDocument(ReadArticleDocument, { articleId: id });
        },
      });
    };
    start().catch((error: unknown) => console.warn('We couldn’t record that you read this article.', error));
    return () => {
      isLeft = true;
      stop?.();
    };
  }, [userId, isWhole, id, page]);
}

/** True if every block with words was read. */
function isAllRead(page: HTMLElement | null, read: ReadonlySet<string>): boolean {
  const blocks = [...(page?.querySelectorAll('.b[id^="b-"]') ?? [])];
  return blocks.length > 0 && blocks.every((block) => read.has(block.id.slice('b-'.length)) || block.textContent.trim() === '');
}
