/** The return mark ↵: "done", or "press Enter". Decorative: always add text. */
export function ReturnMark() {
  return (
    <svg className="ret" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M21 4v11H4m6-6-6 6 6 6" />
    </svg>
  );
}
