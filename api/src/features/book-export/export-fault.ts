/** Error of an export that would fail again. Its message is shown to readers. */
export class ExportFault extends Error {
  override name = 'ExportFault';
}
