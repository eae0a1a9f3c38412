import type { MarkdownIt, Token } from 'markdown-it';

/**
 * Calls `count` with each token that a parser creates, and the environment of that parse. If `count` throws, parsing ends: this limits the
 * work that a text can cause before it is done.
 */
export function onToken(parser: MarkdownIt, count: (env: object) => void): void {
  const { State: BlockState } = parser.block;
  parser.block.State = class extends BlockState {
    override push(type: string, tag: string, nesting: Token['nesting']): Token {
      count(this.env);
      return super.push(type, tag, nesting);
    }
  };
  const { State: InlineState } = parser.inline;
  parser.inline.State = class extends InlineState {
    override push(type: string, tag: string, nesting: Token['nesting']): Token {
      count(this.env);
      return super.push(type, tag, nesting);
    }
  };
}
