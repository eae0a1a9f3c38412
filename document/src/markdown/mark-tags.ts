import type { StateInline, Token } from 'markdown-it';
import type { MarkDefinition } from '../schema/definition.ts';

/** Tags in the text that is being read, in order; each is text until it has found its partner. */
const tagsByState = new WeakMap<StateInline, FoundTag[]>();

type FoundTag = { readonly tag: string; readonly isClosing: boolean; readonly token: Token };

/** Returns the type of the tokens of a mark that Markdown writes as an HTML tag, without `_open` and `_close`. */
export function tagToken(tag: string): string {
  return `tag_${tag}`;
}

/** Returns a rule that reads the tags of these marks, such as `<sub>` and `</sub>`, as text at first. */
export function readTags(marks: readonly MarkDefinition[]): (state: StateInline, isSilent: boolean) => boolean {
  const tags = new Set(marks.flatMap(({ tag }) => tag ?? []));
  return (state, isSilent) => {
    if (state.src[state.pos] !== '<') return false;
    const [written = '', slash = '', tag = ''] = /^<(\/?)([a-z]{1,8})>/u.exec(state.src.slice(state.pos, state.pos + 11)) ?? [];
    if (!tags.has(tag)) return false;
    if (!isSilent) {
      const token = state.push('text', '', 0);
      token.content = written;
      const earlier = tagsByState.get(state) ?? [];
      earlier.push({ tag, isClosing: slash !== '', token });
      tagsByState.set(state, earlier);
    }
    state.pos += written.length;
    return true;
  };
}

/** Turns each pair of tags into the tokens of its mark. A tag without a partner stays text. */
export function pairTags(state: StateInline): boolean {
  const open = new Map<string, Token[]>();
  for (const { tag, isClosing, token } of tagsByState.get(state) ?? []) {
    const waiting = open.get(tag) ?? [];
    if (!isClosing) {
      open.set(tag, [...waiting.slice(-maxWaiting), token]);
      continue;
    }
    const partner = waiting.pop();
    if (partner === undefined) continue;
    become(partner, `${tagToken(tag)}_open`, 1);
    become(token, `${tagToken(tag)}_close`, -1);
  }
  return false;
}

/** How many opening tags of one kind wait for their partners: nesting a mark in itself means nothing. */
const maxWaiting = 8;

function become(token: Token, type: string, nesting: 1 | -1): void {
  token.type = type;
  token.nesting = nesting;
  token.content = '';
}
