import { useEffect, useState } from 'react';

/** True once it's known that this browser supports passkeys on this page. */
export function useHasPasskeys(): boolean {
  const [has, setHas] = useState(false);
  useEffect(() => setHas(typeof PublicKeyCredential === 'function' && 'parseCreationOptionsFromJSON' in PublicKeyCredential), []);
  return has;
}
