import { type Browser, chromium } from 'playwright-core';

const ARGS =
  '--disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync --force-color-profile=srgb';

/** Starts the Chromium that renders the demo's images: CHROMIUM_PATH, or Debian's. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ARGS.split(' '),
    chromiumSandbox: false,
  });
}
