/** The return mark ↵: done, or "Return does this". Decoration beside words; give the words. */
export function ReturnMark() {
  return (
    <svg className="ret" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M21 4v11H4m6-6-6 6 6 6" />
    </svg>
  );
}
