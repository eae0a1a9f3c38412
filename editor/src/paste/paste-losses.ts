import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';

const key = new PluginKey<number>('pasteLosses');

/** Records on the transaction of a paste how many images weren't available. */
export function noteLostImages(tr: Transaction, count: number): Transaction {
  return count === 0 ? tr : tr.setMeta(key, count);
}

/** Shows after a paste how many images were lost, because they're only on the source machine or in the source program. */
export function createPasteLossPlugin(notify: (message: string) => void): Plugin {
  return new Plugin<number>({
    key,
    state: {
      init: () => 0,
      apply: (tr) => {
        const count: unknown = tr.getMeta(key);
        return typeof count === 'number' ? count : 0;
      },
    },
    view: () => ({
      update: (view, before) => {
        const count = key.getState(view.state) ?? 0;
        if (count > 0 && view.state !== before) notify(lossOf(count));
      },
    }),
  });
}

function lossOf(count: number): string {
  return count === 1
    ? 'An image couldn’t be pasted. Save it as a file and add it here.'
    : `${count} images couldn’t be pasted. Save them as files and add them here.`;
}
