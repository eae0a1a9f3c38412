import type { RenderContext } from './element.ts';

/** A mark as the renderer sees it, unchecked. */
export interface LooseMark {
  readonly type: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Renders one kind of mark around its content. */
export type RenderMark = <T>(
  mark: LooseMark,
  context: RenderContext<T>,
  content: readonly (T | string)[],
) => T | string | readonly (T | string)[];
