import { describe, expect, it } from "vitest";
import { mapsRetryWaitMs } from "@/lib/geo/geo/rules";
import { readSource } from "../support/source-files";

/** The constants of section 9 of the specification, in the file that owns each of them. */
const CONSTANTS: Record<string, readonly [file: string, ...lines: string[]]> = {
  "at most 5 notices": ["components/ui/notice-list.ts", "= 5;"],
  "location question after 1500 ms": ["components/site/layout/page-script/position-question.ts", "DELAY_MS = 1500;"],
  "position within 15000 ms, precise, never an old one": [
    "components/geo/map/geolocation.ts",
    "{ enableHighAccuracy: true, timeout: 15_000, maximumAge: 0 }",
  ],
  "GPS refusal for 10 s": [
    "components/geo/map/geolocation.ts",
    'code: "gps.denied", variant: "destructive", durationMs: 10_000',
  ],
  "page views after 1 s and 2 s": ["components/site/layout/page-script/send-page-view.ts", "WAITS = [1000, 2000];"],
  "splash for 2 s, reload after 20 s": ["lib/platform/inline-scripts.ts", "setTimeout(done,2000)", "},20000)"],
  "QR codes of 112 pixels": ["components/ui/qr-code.tsx", "SIZE = 112;"],
  "QR codes of level H": ["app/qrcode/[name]/route.ts", 'errorCorrectionLevel: "H"', "width: 112"],
  "version 9.0.1": ["components/site/layout/site-footer.tsx", 'APP_VERSION = "9.0.1";'],
  "realtime heartbeat of 25 s": [
    "lib/platform/supabase/listen.ts",
    "HEARTBEAT_MS = 25_000;",
    "heartbeatIntervalMs: HEARTBEAT_MS",
  ],
  "maps of the weekly version with four libraries": [
    "components/geo/map/google/loader.ts",
    '["places", "directions", "geocoding", "geometry"]',
    'v: "weekly"',
  ],
  "theme dark by default": ["components/site/layout/client-shell.tsx", 'defaultTheme="dark"'],
};

describe("constants of the specification", () => {
  it.each(Object.entries(CONSTANTS))("%s", (_name, [file, ...lines]) => {
    const source = readSource(file);
    for (const line of lines) expect(source).toContain(line);
  });

  it("waits attempt × 2^attempt ms before each of three retries of the maps", () => {
    expect([1, 2, 3, 4].map(mapsRetryWaitMs)).toEqual([2, 8, 24, null]);
  });
});
