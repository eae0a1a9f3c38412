import { useEffect, useState } from 'react';

/** True once it is known that this browser can use passkeys, in a page that it trusts. */
export function useHasPasskeys(): boolean {
  const [has, setHas] = useState(false);
  useEffect(() => setHas(typeof PublicKeyCredential === 'function' && 'parseCreationOptionsFromJSON' in PublicKeyCredential), []);
  return has;
}
