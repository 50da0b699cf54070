type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> };
type NativeDetector = { new (options: { formats: string[] }): Detector; getSupportedFormats: () => Promise<string[]> };

const FORMATS = ["qr_code"];

async function nativeDetector(): Promise<Detector | null> {
  const Native = (globalThis as { BarcodeDetector?: NativeDetector }).BarcodeDetector;
  if (!Native) return null;
  const formats = await Native.getSupportedFormats().catch(() => [] as string[]);
  return formats.includes("qr_code") ? new Native({ formats: FORMATS }) : null;
}

/** Whether this page was loaded as a document, and not opened by a link inside another page. */
function hasOwnDocument(): boolean {
  const [navigation] = performance.getEntriesByType("navigation");
  return !navigation || new URL(navigation.name).pathname === location.pathname;
}

/** The browser's code reader, or zxing as WebAssembly from this site where the browser has none. */
export async function loadDetector(): Promise<Detector> {
  const native = await nativeDetector();
  if (native) return native;
  // The document of another page has a CSP without WebAssembly.
  if (!hasOwnDocument()) {
    location.reload();
    return new Promise(() => undefined);
  }
  const { BarcodeDetector, prepareZXingModule } = await import("barcode-detector/ponyfill");
  const wasm = new URL("../../../node_modules/zxing-wasm/dist/reader/zxing_reader.wasm", import.meta.url).href;
  // Loaded at once, so that the service worker keeps it for use without a connection.
  await prepareZXingModule({ overrides: { locateFile: () => wasm }, fireImmediately: true });
  return new BarcodeDetector({ formats: ["qr_code"] });
}
