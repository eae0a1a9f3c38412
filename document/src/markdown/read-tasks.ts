import type { StateCore } from 'markdown-it';

/**
 * Marks the list items that begin with `[ ]` or `[x]` as tasks, and removes the box from their text. Runs before escaped characters become
 * text, so that an escaped bracket isn't a box.
 */
export function readTasks({ tokens }: StateCore): void {
  for (const [index, item] of tokens.entries()) {
    if (item.type !== 'list_item_open') continue;
    const paragraph = tokens[index + 1]?.type === 'block_attributes' ? index + 2 : index + 1;
    if (tokens[paragraph]?.type !== 'paragraph_open') continue;
    const first = tokens[paragraph + 1]?.children?.[0];
    const [box = '', sign] = (first?.type === 'text' && /^\[([ xX])\]\s/u.exec(first.content)) || [];
    if (first === undefined || sign === undefined) continue;
    first.content = first.content.slice(box.length);
    item.attrSet('checked', sign === ' ' ? 'false' : 'true');
  }
}
