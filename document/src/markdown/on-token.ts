import type { MarkdownIt, Token } from 'markdown-it';

/**
 * Calls `count` with every token that a parser makes, and the environment of that parse. What it throws ends the parse: that is how
 * the work that a text causes is limited before it is done.
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
