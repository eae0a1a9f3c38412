import { isId } from '@newline/api/rules/is-id';
/** The filters in the URL of the inbox. */
export type InboxRequest = { item: string; state: 'all' | 'open' | 'answered'; after: string | null };

/** Reads the filters from the URL; invalid values are ignored. */
export function readInboxRequest(search: URLSearchParams): InboxRequest {
  const item = search.get('item') ?? '';
  const state = search.get('state');
  return {
    item: kindOf(item) === null ? '' : item,
    state: state === 'open' || state === 'answered' ? state : 'all',
    after: search.get('after'),
  };
}

/** Returns the variables of the query. */
export function inboxVariables({ item, state, after }: InboxRequest) {
  const kind = kindOf(item);
  const id = item.split(':')[1] ?? null;
  return {
    first: 20,
    after,
    courseId: kind === 'course' ? id : null,
    bookId: kind === 'book' ? id : null,
    articleId: kind === 'article' ? id : null,
    isOpen: state === 'all' ? null : state === 'open',
    isLater: after !== null,
  };
}

function kindOf(item: string): 'course' | 'book' | 'article' | null {
  const [kind, id = ''] = item.split(':');
  return isId(id) && (kind === 'course' || kind === 'book' || kind === 'article') ? kind : null;
}
